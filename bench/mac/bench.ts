import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { effort, sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';
import type { Measured } from './contender.ts';

const execute = promisify(execFile);
const ROUNDS = sized(5, { quick: 1, smoke: 1 });
const names = ['sonde', 'oui', 'scan'] as const;
type Name = (typeof names)[number];

/**
 * The whole lookup compared with the map that npm's `oui` loads, and with a scan of all prefixes; each in its own
 * process.
 */
export async function run(): Promise<BenchReport> {
  const all: Record<Name, Measured[]> = { sonde: [], oui: [], scan: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternating, so that a busy minute affects all of them.
    for (const name of names) all[name].push(await contender(name));
  }
  const median = (name: Name, field: 'firstMs' | 'eachMs' | 'memoryMb' | 'listMs') =>
    rounded(spreadOf(all[name].map((one) => one[field] ?? Number.NaN)).median);
  const [ours, scan] = [all.sonde[0]?.owners ?? [], all.scan[0]?.owners ?? []];
  const others = ours.filter((owner, index) => owner !== scan[index] && !isLacking(scan[index])).length;
  const dataMb = rounded(sizeOf('../../packages/probes/dist/mac-registry.txt.br') / 1e6);
  const target = (what: string, value: number, limit: number): Target => ({
    what,
    value,
    limit,
    isMet: value <= limit,
  });
  return {
    conditions: { rounds: ROUNDS, addresses: ours.length },
    targets: [
      target('first lookup with reading the data, median in ms', median('sonde', 'firstMs'), 150),
      target('later lookups, each, in ms', median('sonde', 'eachMs'), 0.2),
      target('memory, in MB', median('sonde', 'memoryMb'), 10),
      target('a list of 2,000 addresses, in ms', median('sonde', 'listMs'), 50),
      target('owners that a scan of the same package names otherwise', others, 0),
    ],
    lines: [
      ...names.map(
        (name) =>
          `${name}: first ${median(name, 'firstMs')} ms, later ${median(name, 'eachMs')} ms, memory ${median(name, 'memoryMb')} MB`,
      ),
      `data as shipped: ${dataMb} MB with postal addresses`,
    ],
    rounds: names.map((name) => ({ name, measured: all[name].map(({ owners: _, ...figures }) => figures) })),
  };
}

/** The package lacks IAB blocks and lists them as the IEEE's. And we give no name for unpublished registrations. */
const isLacking = (owner = '') => /^(?:Private|IEEE Registration Authority)$/i.test(owner);

async function contender(name: Name): Promise<Measured> {
  const script = fileURLToPath(new URL('./contender.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, ['--expose-gc', '--import', 'tsx', script, name, `--${effort}`], {
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout);
}

const sizeOf = (path: string) => statSync(new URL(path, import.meta.url)).size;
