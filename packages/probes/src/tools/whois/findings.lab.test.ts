import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerFindings } from '@sonde/contract/answers/answer-findings';
import { type RegistryLab, startRegistryLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalData } from '../../data/data.ts';
import { createRegistries } from '../../data/registries/registries.ts';
import { readDataSettings } from '../../data/settings.ts';
import { defaultLimitsOf } from '../../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { noData } from '../../testing/no-data.ts';
import { createWhoisProbe } from './probe.ts';
import { createRegistryThrottle } from './registry-throttle.ts';

let lab: RegistryLab;
let net: NodeNet;
let data: LocalData;
const folder = mkdtempSync(join(tmpdir(), 'sonde-whois-'));
const owned: { close(): void }[] = [];

beforeAll(async () => {
  lab = await startRegistryLab();
  net = createNodeNet({
    resolvers: [{ address: '127.0.0.1', port: 9 }],
    allowNetworks: ['127.0.0.0/8'],
    denyTargets: [],
    allowPorts: [],
  });
  const env = { SONDE_WHOIS_SERVER: lab.whois, SONDE_RDAP_BOOTSTRAP: lab.bootstrap, SONDE_DATA_DIR: folder };
  const { settings } = readDataSettings(env);
  if (settings === null) throw new Error('the settings do not fit');
  const registries = createRegistries(settings, net);
  data = { ...noData, registries };
  owned.push(registries, net);
});
afterAll(async () => {
  for (const one of owned) one.close();
  await lab?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const probe = createWhoisProbe(createRegistryThrottle({ intervalMs: 0, maxWaitMs: 5000 }));

async function findingsOn(ipOrDomain: string) {
  const signal = AbortSignal.timeout(20_000);
  const measured = await probe({ ipOrDomain }, { net, data, limits: defaultLimitsOf(net), signal, report: () => {} });
  return answerFindings('whois', { ...measured.data, gaps: measured.gaps, checkedAt: new Date().toISOString() });
}

it.each([
  ['example.rdap', 'good registration-current', '2032-03-04 05:06:07 UTC'],
  ['ending.rdap', 'warn registration-ends-soon', 'in 4 days'],
  ['expired.rdap', 'bad registration-expired', 'The registration expired on'],
  ['timeless.rdap', 'unknown expiry-unknown', 'The answers contain no expiry date that Sonde could read.'],
  ['twodates.rdap', 'note expiry-dates-differ', 'the registrar 2031-03-04 05:06:07 UTC'],
  ['recent.rdap', 'note registered-recently', '2 days before this lookup'],
  ['deleted.rdap', 'bad domain-in-redemption', 'redemptionPeriod'],
  ['dropping.rdap', 'bad domain-pending-delete', 'pendingDelete'],
  ['leaving.rdap', 'bad domain-in-redemption', 'redemptionPeriod'],
  ['restored.rdap', 'warn domain-restore-pending', 'pendingRestore'],
  ['kept.rdap', 'note name-reserved', 'reserved'],
  ['puzzling.test', 'unknown reply-unrecognised', 'match no form'],
  ['held.rdap', 'bad domain-on-hold', 'clientHold'],
  ['parked.rdap', 'warn domain-inactive', 'inactive'],
  ['moving.rdap', 'warn transfer-pending', 'pendingTransfer'],
  ['renewed.rdap', 'note renewal-open', 'autoRenewPeriod'],
  ['example.test', 'good transfer-locked', 'clientTransferProhibited'],
  ['unlocked.rdap', 'warn transfer-unlocked', 'only the status ok'],
  ['example.rdap', 'good delegation-signed', '370'],
  ['unsigned.rdap', 'note delegation-unsigned', 'no DS record'],
  ['unsaid.rdap', 'unknown delegation-unknown', 'do not say'],
  ['proxied.rdap', 'note privacy-service', 'Domains By Proxy, LLC'],
  ['example.rdap', 'note holder-not-published', 'no registrant'],
  ['AS64496', 'good abuse-contact', 'abuse@lab.example'],
  ['AS64497', 'note abuse-contact-missing', 'AS64497'],
  ['throttled.both', 'unknown registry-unanswered', 'RDAP'],
])('%s: %s', async (target, verdict, evidence) => {
  const [state, code] = verdict.split(' ');
  const found = (await findingsOn(target)).find((finding) => finding.code === code);
  expect(found?.state).toBe(state);
  expect(found?.evidence).toContain(evidence);
});

it('finds nothing wrong with a domain that is locked, signed and held by somebody', async () => {
  const all = (await findingsOn('named.rdap')).map(({ state, code }) => `${state} ${code}`);
  expect(all).toEqual(['good registration-current', 'good transfer-locked', 'good delegation-signed']);
});
