import { startLimitedResolver } from '@sonde/lab';
import { expect, onTestFinished, test } from 'vitest';
import type { Net } from '../../net/net.ts';
import { netFor, type SearchResult, searchInLab } from '../../testing/subdomain-world.ts';

const AAAA = 28;
const world = searchInLab();
const { labNet, search } = world;

function expectFinding(found: SearchResult, verdict: string, evidence: string): void {
  const [state, code] = verdict.split(' ');
  const findings = (found.findings ?? []).filter((finding) => finding.code === code);
  expect(findings.map((finding) => finding.state)).toEqual([state]);
  expect(findings[0]?.evidence).toContain(evidence);
}

test.each([
  ['said.test', ['www'], 'good alias-resolved', 'Every alias leads to an address: 1 name.'],
  [
    'aliases.test',
    ['www', 'shop'],
    'bad alias-open-to-takeover',
    'shop.aliases.test is an alias of gone.azurewebsites.net',
  ],
  ['aliases.test', ['blog'], 'bad alias-dangling', 'blog.aliases.test → nowhere.aliases.test'],
  ['mixed.test', ['intranet'], 'note private-address', 'intranet.mixed.test'],
  ['open.test', [], 'warn zone-transfer-open', 'by zone transfer'],
  ['nsec3.test', [], 'good zone-transfer-refused', 'nsec3.test'],
  ['nsec.test', [], 'note zone-walkable', 'revealed'],
  ['wild.test', ['www'], 'note wildcard-found', 'below wild.test'],
  ['mixed.test', ['www'], 'good wildcard-none', 'mixed.test'],
])('%s with %j: %s', async (domain, words, verdict, evidence) => {
  expectFinding(await search(domain, words), verdict, evidence);
});

test('does not report a key behind an alias as a broken name', async () => {
  const found = await search('aliases.test', ['k1._domainkey']);
  expect(found.subdomains.map(({ subdomain }) => subdomain)).toContain('k1._domainkey.aliases.test');
  expect(JSON.stringify(found.findings)).not.toContain('_domainkey');
});

test('reports a source that cannot be reached', async () => {
  expectFinding(await search('nsec3.test', [], world.net), 'unknown source-unknown', 'transfer');
});

test('reports an address family that the resolver refuses', async () => {
  const resolver = await startLimitedResolver(world.lab.server, { never: { type: AAAA, rcode: 'refused' } });
  onTestFinished(() => resolver.stop());
  const net = netFor(resolver.address);
  onTestFinished(() => net.close());
  const meagre: Net = { ...net, connect: labNet().connect };
  expectFinding(await search('twenty.test', ['www'], meagre), 'unknown addresses-unknown', 'www.twenty.test');
});
