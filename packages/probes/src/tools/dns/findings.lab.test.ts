import { oppositesIn } from '@sonde/contract/report/opposites';
import { type DnsLab, startDnsLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let lab: DnsLab;
let validating: NodeNet;
/** BIND, used as if it were a resolver: nothing is cached, and nothing is validated. */
let authority: NodeNet;

beforeAll(async () => {
  lab = await startDnsLab();
  validating = netFor(lab.resolver);
  authority = netFor(lab.authority);
});
afterAll(async () => {
  validating?.close();
  authority?.close();
  await lab?.stop();
});

function netFor(resolvers: string): NodeNet {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolvers });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings);
}

async function findingsOn(domain: string, net = validating) {
  const context = { net, data: noData, signal: AbortSignal.timeout(30_000) };
  const { findings = [] } = await measure(checkQuery('dns', { domain }), context);
  expect(oppositesIn(findings)).toEqual([]);
  return findings;
}

describe('by a validating resolver', () => {
  test.each([
    ['chain1.edge.test', 'good alias-resolved', 'an alias of chain-end.edge.test, after 5 CNAME records'],
    ['dangling.edge.test', 'bad alias-dangling', 'dangling.edge.test is an alias of nowhere.edge.test'],
    ['_token.edge.test', 'note alias-dangling', 'nowhere.edge.test'],
    ['takeover.edge.test', 'bad alias-open-to-takeover', 'gone.azurewebsites.net'],
    ['to-refused.edge.test', 'unknown alias-unknown', 'www.refused.test'],
    ['all.test', 'good name-servers-several', '2 name servers: ns1.all.test and ns2.all.test.'],
    ['edge.test', 'warn name-server-single', 'ns1.edge.test'],
    ['plain.test', 'good ttl-usual', ''],
    ['ttl-zero.edge.test', 'note ttl-zero', 'ttl-zero.edge.test A'],
    ['all.test', 'good caa-published', 'issue "ca.example; account=230123"'],
    ['plain.test', 'note caa-missing', 'plain.test has no CAA records'],
    ['caa-iodef.edge.test', 'note caa-missing', 'whatever the CAA records of its parent domains say'],
    ['caa-wild.edge.test', 'note caa-wildcards-only', 'issuewild "ca.example", and no issue property'],
    ['caa-critical.edge.test', 'warn caa-not-understood', 'unregistered property: tbs'],
    ['partial.test', 'unknown records-unknown', 'MX'],
    ['nsec.test', 'good mx-published', 'mail.nsec.test'],
    ['mx-address.edge.test', 'bad mx-address', '192.0.2.25'],
    ['mx-alias.edge.test', 'warn mx-alias', 'mx-alias.edge.test'],
    ['plain.test', 'note mx-null', 'plain.test'],
    ['mx-both.edge.test', 'bad mx-null-and-others', 'host.wild.edge.test'],
    ['plain.test', 'good spf-published', 'ends with -all'],
    ['nsec.test', 'warn spf-missing', 'The name has MX records.'],
    ['edge.test', 'note spf-missing', 'no MX records either'],
    ['spf-two.edge.test', 'bad spf-several', '2 SPF records'],
    ['spf-long.edge.test', 'bad spf-too-many-lookups', '11 DNS lookups'],
    ['spf-all.edge.test', 'bad spf-passes-all', 'every'],
    ['spf-open.edge.test', 'warn spf-neutral', 'no term for other servers'],
    ['_dmarc.all.test', 'good dmarc-enforced', 'reject'],
    ['_dmarc.watching.edge.test', 'note dmarc-none', 'none'],
    ['_dmarc.twice.edge.test', 'bad dmarc-several', '2 DMARC records'],
    ['_dmarc.wrong.edge.test', 'warn dmarc-invalid', 'no valid policy'],
    ['all.test', 'good dnssec-validated', 'validated every record'],
    ['bogus.test', 'bad dnssec-failed', 'rejected records of bogus.test as bogus'],
    ['unkeyed.test', 'bad dnssec-failed', 'unkeyed.test'],
    ['plain.test', 'note dnssec-unsigned', 'plain.test'],
    ['www.plain.test', 'unknown dnssec-not-sent', 'or the resolver leaves them out'],
    ['leaving.all.test', 'note dnssec-partly-signed', 'www.plain.test A'],
  ])('%s: %s', async (domain, verdict, evidence) => {
    const [state, code] = verdict.split(' ');
    const found = (await findingsOn(domain)).find((finding) => finding.code === code);
    expect(found?.state).toBe(state);
    expect(found?.evidence).toContain(evidence);
  });

  test('the loopback addresses of local.plain.test are no fault: public DNS has no such name', async () => {
    expect((await findingsOn('local.plain.test')).map(({ code }) => code)).not.toContain('private-address');
  });

  test('finds nothing wrong with www.all.test', async () => {
    const codes = (await findingsOn('www.all.test')).map(({ state, code }) => `${state} ${code}`);
    expect(codes).toEqual(['good dnssec-validated', 'good ttl-usual']);
  });
});

describe('by a server that does not validate', () => {
  test.each([
    ['all.test', 'unknown dnssec-not-validated', 'did not report all of them as validated'],
    ['unkeyed.test', 'bad dnssec-without-keys', 'key tag 12345'],
    ['ttl-max.edge.test', 'note ttl-long', 'up to 2147483647 seconds'],
  ])('%s: %s', async (domain, verdict, evidence) => {
    const [state, code] = verdict.split(' ');
    const found = (await findingsOn(domain, authority)).find((finding) => finding.code === code);
    expect(found?.state).toBe(state);
    expect(found?.evidence).toContain(evidence);
  });
});
