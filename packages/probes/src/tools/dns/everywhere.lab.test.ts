import type { ProgressOf, Tools } from '@sonde/contract';
import { parseDnsServer } from '@sonde/contract/dns/server-target';
import {
  type DnsLab,
  type EncryptedResolver,
  type MaliciousNameServer,
  startDnsLab,
  startEncryptedResolver,
  startMaliciousNameServer,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicResolver } from '../../data/data.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { parseResolver } from '../../net/resolver-address.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let lab: DnsLab;
let encrypted: EncryptedResolver;
let silent: MaliciousNameServer;
let other: MaliciousNameServer;
/** Allows no special-use address: the resolvers of the list are reachable because the operator named them. */
let net: NodeNet;

beforeAll(async () => {
  [lab, encrypted, silent, other] = await Promise.all([
    startDnsLab(),
    startEncryptedResolver(),
    startMaliciousNameServer('silent'),
    startMaliciousNameServer('answer'),
  ]);
  const resolver = parseResolver(lab.resolver);
  if (resolver === null) throw new Error(lab.resolver);
  net = createNodeNet({
    resolvers: [resolver],
    allowNetworks: [],
    denyTargets: [],
    allowPorts: [],
    trustAnchors: [encrypted.authority],
  });
}, 60_000);
afterAll(async () => {
  net?.close();
  await Promise.all([lab, encrypted, silent, other].map((part) => part?.stop()));
});

const listOf = (servers: Readonly<Record<string, string>>): PublicResolver[] =>
  Object.entries(servers).map(([name, text]) => {
    const server = parseDnsServer(text);
    if (server === null) throw new Error(text);
    return { name, operator: null, server };
  });

function compare(domain: string, type: string, servers: Readonly<Record<string, string>>) {
  const parts: ProgressOf<Tools['dns']>[] = [];
  const answer = measure(checkQuery('dns', { domain, type, everywhere: 'true' }), {
    net,
    data: { ...noData, publicResolvers: listOf(servers) },
    signal: AbortSignal.timeout(30_000),
    report: (part) => parts.push(part as ProgressOf<Tools['dns']>),
  });
  return answer.then((data) => ({ ...data, parts, rows: data.publicAnswers ?? [] }));
}

const verdicts = ({ findings = [] }: Awaited<ReturnType<typeof compare>>) =>
  findings.map(({ state, code }) => `${state} ${code}`);

describe('the same question asked of several resolvers', () => {
  test('treats records in another order and with other TTLs as equal', async () => {
    const answer = await compare('many.edge.test', 'A', { Unbound: lab.resolver, BIND: lab.authority });
    expect(answer.rows.map(({ name, set, records }) => [name, set, records.length])).toEqual([
      ['This server', 1, 200],
      ['Unbound', 1, 200],
      ['BIND', 1, 200],
    ]);
    expect(verdicts(answer)).toContain('good resolvers-agree');
  });

  test('marks a different answer, and has a row for a silent resolver', async () => {
    const answer = await compare('www.plain.test', 'A', {
      Unbound: lab.resolver,
      Other: other.address,
      Silent: silent.address,
      'By TLS': `tls://127.0.0.1:${encrypted.tlsPort}`,
    });
    const rows = answer.rows.map(({ name, outcome, set, reason }) => ({ name, outcome, set, reason }));
    expect(rows).toEqual([
      { name: 'This server', outcome: 'records', set: 1, reason: null },
      { name: 'Unbound', outcome: 'records', set: 1, reason: null },
      { name: 'Other', outcome: 'records', set: 2, reason: null },
      { name: 'Silent', outcome: 'failed', set: null, reason: 'timeout' },
      { name: 'By TLS', outcome: 'nxdomain', set: 3, reason: null },
    ]);
    expect(verdicts(answer)).toEqual(expect.arrayContaining(['note resolvers-differ', 'unknown resolvers-silent']));
    // Reported as they came in, the silent one last.
    expect(answer.parts.map(({ name }) => name).at(-1)).toBe('Silent');
    expect(answer.parts).toHaveLength(4);
  });

  test('gives an answer even if our own resolver does not know the name', async () => {
    const answer = await compare('nope.edge.test', 'A', { Unbound: lab.resolver, Other: other.address });
    expect(answer).toMatchObject({ records: [], resolver: null, gaps: [] });
    expect(answer.rows.map(({ outcome }) => outcome)).toEqual(['nxdomain', 'nxdomain', 'records']);
  });

  test('quotes the reason that a resolver gives for its failure', async () => {
    const answer = await compare('bogus.test', 'A', { Unbound: lab.resolver });
    const [own, row] = answer.rows;
    expect(row).toMatchObject({ outcome: 'failed', reason: 'servfail', detail: 'DNSSEC Bogus (6)' });
    expect(own?.name).toBe('This server');
  });
});

test('asks nobody about a local name', async () => {
  const heardBefore = other.heard.length;
  await expect(compare('printer.local', 'A', { Other: other.address })).rejects.toMatchObject({
    reason: 'special-use',
  });
  expect(other.heard.length).toBe(heardBefore);
});

test('compares nothing without a list', async () => {
  await expect(compare('plain.test', 'A', {})).rejects.toMatchObject({ code: 'source-failed', reason: 'no-service' });
});
