import { startDnsLab } from '@sonde/lab';
import { sized } from '../effort.ts';
import type { BenchReport } from '../report.ts';
import { measureCached } from './cached.ts';
import { measureCrowd } from './crowd.ts';
import type { Part } from './part.ts';
import { serveSonde } from './processes.ts';
import { measureSoak } from './soak.ts';
import { attackConditions, attackNames, measureUnderAttack } from './under-attack/measure.ts';

const pathOf = (name: string) => `/api/v2/dnsRecords?domain=${name}`;

/** `SOAK_SECONDS=600 npm run bench -- service` runs for ten minutes. */
const soakSeconds = Number(process.env['SOAK_SECONDS'] ?? sized(20, { smoke: 0.2 }));

const known = ['plain.test', 'all.test', 'nsec.test', 'edge.test'];
const broken = ['refused.test', 'bogus.test', 'expired.test', 'www.refused.test'];

/** The built server under load, with many clients at once, with misbehaving clients, and under attack. */
export async function run(): Promise<BenchReport> {
  const parts = [...(await measureAlone()), await measureUnderAttack(sized(attackNames, { smoke: ['half-open'] }))];
  return {
    conditions: { soakSeconds, resolver: 'the lab’s, on loopback', logLevel: 'info', underAttack: attackConditions },
    targets: parts.flatMap(({ targets }) => targets),
    lines: parts.flatMap(({ lines }) => lines),
    rounds: parts.map(({ rounds }) => rounds),
  };
}

/** One server for all of these, without limits per client. */
async function measureAlone(): Promise<Part[]> {
  const lab = await startDnsLab();
  try {
    const sonde = await serveSonde(lab.resolver);
    try {
      return [
        await measureCached(sonde, pathOf('plain.test')),
        await measureCrowd(sonde, (name) => pathOf(`${name}.plain.test`)),
        await measureSoak(sonde, soakSeconds, { known, broken, fresh: (number) => `soak-${number}.plain.test` }),
      ];
    } finally {
      await sonde.stop();
    }
  } finally {
    await lab.stop();
  }
}
