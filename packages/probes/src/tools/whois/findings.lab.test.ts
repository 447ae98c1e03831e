import { answerFindings } from '@sonde/contract/answers/answer-findings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RegistryWorld, startRegistryWorld } from './testing/registry-world.ts';

let world: RegistryWorld;
beforeAll(async () => {
  world = await startRegistryWorld();
});
afterAll(() => world?.stop());

async function findingsOn(ipOrDomain: string) {
  const measured = await world.lookUp(ipOrDomain, AbortSignal.timeout(20_000));
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
