import type { ReportData } from '@sonde/contract';
import { findingsOf } from '@sonde/contract/report/compose';
import { oppositesIn } from '@sonde/contract/report/opposites';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld } from '../../../../demo/src/world.ts';
import { inLongSet, isLong } from '../../../../scripts/test/vitest-settings.ts';
import { type DemoReporter, startDemoReporter } from './testing/demo-reporter.ts';
import { addedByOneFailure, everyFailure } from './testing/one-failure.ts';

let reporter: DemoReporter;

beforeAll(async () => {
  reporter = await startDemoReporter(await startWorld());
});
afterAll(() => reporter?.stop());

const reportOn = (target: string) => reporter.reportOn(target);

const codesOf = ({ findings }: ReportData, state?: string) =>
  findings.filter((one) => state === undefined || one.state === state).map(({ code }) => code);

/** One with nothing wrong, and one with something wrong in DNSSEC and in mail. */
const OF_EACH_KIND = ['shop.test', 'bogus.test', 'careless.test'];
const FURTHER = [
  // Something wrong in DNS, delegation, certificate and TLS.
  ...['lame.test', 'gone.test', 'expired.test', 'outdated.test'],
  ...['www.shop.test', 'wild.test', 'large.test', 'old-key.test', 'behind.test', 'parked.test', 'renewed.test'],
  ...['mixed.test', 'self-signed.test', 'wrong-name.test', 'incomplete.test', 'resolvers.test'],
];

test.concurrent.each(isLong ? FURTHER : OF_EACH_KIND)('no two tools say opposite things of %s', async (target) => {
  const report = await reportOn(target);
  expect(report.parts.flatMap(findingsOf).length).toBeGreaterThan(0);
  // Neither on the pages of the tools, nor in the report.
  expect(oppositesIn(report.parts.flatMap(findingsOf))).toEqual([]);
  expect(oppositesIn(report.findings)).toEqual([]);
});

inLongSet(test)('a broken chain is one thing to fix, whatever the tools call it', async () => {
  const report = await reportOn('old-key.test');
  const chain = report.findings.filter(({ code }) => code === 'chain-broken');
  expect(chain).toHaveLength(1);
  expect(chain[0]?.also?.map(({ code }) => code)).toEqual(expect.arrayContaining(['ds-without-key', 'dnssec-failed']));
  expect(codesOf(report, 'bad')).not.toContain('dnssec-failed');
});

inLongSet(test)('a name that does not exist is told as such, and nobody is blamed for the zone above', async () => {
  const report = await reportOn('gone.test');
  const ofDelegation = report.findings.filter(({ tool }) => tool === 'delegation').map(({ code }) => code);
  expect(ofDelegation).toEqual(['name-missing']);
  expect(codesOf(report)).not.toContain('one-name-server');
  // Its registry does not know it either.
  expect(report.gaps).toContainEqual({ part: 'whois', code: 'not-found' });
  expect(report.checks?.find(({ id }) => id === 'whois')?.summary).toBe('Not registered');
});

/** Of some 300 questions; the long test tries them all. */
const TRIED = 6;

inLongSet(test).each(['shop.test', 'parked.test'])(
  'no tool says anything bad about %s because of one SERVFAIL or one silence',
  async (target) => {
    const all = await everyFailure(reporter, target);
    expect(all.length).toBeGreaterThan(100);
    const step = Math.floor(all.length / TRIED);
    const from = Math.floor(Math.random() * step);
    const some = all.filter((_, index) => index % step === from);
    expect(await addedByOneFailure(reporter, target, some)).toEqual([]);
  },
  120_000,
);
