import { type DelegationLab, type DnsLab, startDelegationLab, startDnsLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

/** Unbound with `val-log-level: 2`, which adds explanations. */
let explaining: { readonly lab: DelegationLab; readonly net: NodeNet };
/** Unbound that only sends codes. */
let terse: { readonly lab: DnsLab; readonly net: NodeNet };

beforeAll(async () => {
  const [delegationLab, dnsLab] = await Promise.all([startDelegationLab(), startDnsLab()]);
  explaining = { lab: delegationLab, net: netFor(delegationLab.resolver) };
  terse = { lab: dnsLab, net: netFor(dnsLab.resolver) };
}, 120_000);
afterAll(async () => {
  for (const one of [explaining, terse]) {
    one?.net.close();
    await one?.lab.stop();
  }
});

function netFor(resolvers: string): NodeNet {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolvers });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings);
}

const lookUp = (domain: string, net: NodeNet) =>
  measure(checkQuery('dns', { domain }), { net, data: noData, signal: AbortSignal.timeout(30_000) });

describe('reports why a validating resolver refuses records', () => {
  test.each([
    ['expired.test', 7, /signature expired from 127\.0\.5[34]\.1[12]/],
    ['early.test', 8, /signature before inception date/],
    ['bogus.test', 9, /DS hash mismatches key/],
  ])('%s: code %i, in its own words', async (domain, code, words) => {
    const { extendedErrors, validationFailed, findings = [] } = await lookUp(domain, explaining.net);
    expect(validationFailed).toBe(true);
    const own = extendedErrors.find(({ recordName }) => recordName === 'A');
    expect(own).toMatchObject({ recordName: 'A', code });
    expect(own?.text).toMatch(words);
    const reason = findings.find((finding) => finding.code === 'dnssec-reason');
    expect(reason).toMatchObject({ state: 'bad', about: domain, fix: expect.stringContaining('delegation check') });
    expect(reason?.evidence).toMatch(words);
  });

  test('reports none for a valid zone', async () => {
    expect((await lookUp('good.test', explaining.net)).extendedErrors).toEqual([]);
  });

  test('reports a code without explanation as such', async () => {
    const { extendedErrors, findings = [] } = await lookUp('bogus.test', terse.net);
    expect(extendedErrors.length).toBeGreaterThan(1);
    expect(extendedErrors.every(({ text }) => text === null)).toBe(true);
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['dnssec-failed', 'dnssec-reason-bare']));
  });
});
