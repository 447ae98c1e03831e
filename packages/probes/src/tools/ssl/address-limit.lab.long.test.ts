import { type DnsLab, startDnsLab, startMaliciousTlsServer, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLimitSettings } from '../../limits/settings.ts';
import { createTargetLimits } from '../../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let dns: DnsLab;
let lab: TlsLab;
let net: NodeNet;

beforeAll(async () => {
  [dns, lab] = await Promise.all([startDnsLab(), startTlsLab()]);
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: dns.resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await Promise.all([dns?.stop(), lab?.stop()]);
});

/** One installation, whose visitors share its limits. */
const installation = () => {
  const context = { net, data: noData, limits: createTargetLimits(defaultLimitSettings) };
  return (domain: string) =>
    measure(checkQuery('ssl', { domain }), { ...context, signal: AbortSignal.timeout(30_000) });
};

test('checks a name at a shared address during and after checks of other names there', async () => {
  const { port } = await lab.start('nginx-default');
  const ask = installation();
  const names = ['rsa.tls.test', 'ecdsa.tls.test', '127.0.0.1', 'expired.tls.test'];
  const both = await Promise.all(names.slice(0, 2).map((name) => ask(`${name}:${port}`)));
  for (const name of names.slice(2)) both.push(await ask(`${name}:${port}`));
  expect(both.map(({ partial, address }) => ({ partial, address }))).toEqual(
    names.map(() => ({ partial: false, address: '127.0.0.1' })),
  );
});

test('limits the connections to one address over all ports and names', async () => {
  const servers = await Promise.all(Array.from({ length: 22 }, () => startMaliciousTlsServer('accepts-everything')));
  const ask = installation();
  const startedAtMs = performance.now();
  const outcomes = await Promise.allSettled(
    servers.flatMap(({ port }) => [ask(`127.0.0.1:${port}`), ask(`rsa.tls.test:${port}`)]),
  );
  const seconds = (performance.now() - startedAtMs) / 1000;
  const connections = servers.reduce((sum, server) => sum + server.connections, 0);
  expect(connections).toBeGreaterThan(200);
  expect(connections).toBeLessThanOrEqual(300 + Math.ceil(10 * seconds));
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refusals.length).toBeGreaterThan(20);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: 'rate-limited' });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(30);
  }
  const cut = outcomes.flatMap((one) => (one.status === 'fulfilled' && one.value.partial ? [one.value] : []));
  expect(cut.length).toBeGreaterThan(0);
  for (const { partialReason, gaps } of cut) {
    expect(partialReason).toBe('address_limit');
    expect(gaps).toContainEqual({ part: 'TLSv1.2', code: 'rate-limited', retryAfterSeconds: 30 });
  }
  await Promise.all(servers.map((server) => server.stop()));
}, 60_000);
