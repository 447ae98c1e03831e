import { type DnsLab, startDnsLab, startTlsLab, type TlsLab } from '@sonde/lab';
import { createNodeNet, type NodeNet, readNetSettings } from '@sonde/probes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

let dns: DnsLab;
let tls: TlsLab;
let net: NodeNet;

beforeAll(async () => {
  [dns, tls] = await Promise.all([startDnsLab(), startTlsLab()]);
  const { settings } = readNetSettings({
    SONDE_RESOLVERS: dns.resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: tls.caFile,
  });
  if (settings === null) throw new Error('The settings do not fit.');
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await Promise.all([dns?.stop(), tls?.stop()]);
});

interface Metric {
  readonly name: string;
  readonly ms: number;
  readonly words: string;
}

/** Parses a Server-Timing field (W3C Server Timing). */
function metricsOf(field: unknown): Metric[] {
  return [...String(field).matchAll(/(\w+);dur=([\d.]+)(?:;desc="([^"]*)")?/g)].map(
    ([, name = '', ms, words = '']) => ({
      ...{ name, ms: Number(ms), words },
    }),
  );
}

async function timed(path: string) {
  const { app } = await testServer({}, { net });
  const startedAt = performance.now();
  const response = await app.inject(`${path}&timing=true`);
  const tookMs = performance.now() - startedAt;
  expect(response.statusCode).toBe(200);
  const field = String(response.headers['server-timing']);
  const metrics = metricsOf(field);
  const ms = (name: string) => metrics.find((one) => one.name === name)?.ms ?? Number.NaN;
  return { field, metrics, ms, tookMs, data: response.json()._data };
}

test('the phases of a TLS check add up to its total time', async () => {
  const { port } = await tls.start('nginx-modern');
  const { field, metrics, ms, tookMs, data } = await timed(`/api/v2/sslInfo?domain=rsa.tls.test:${port}`);
  expect(ms('total')).toBeLessThanOrEqual(tookMs);
  for (const part of ['resolved', 'connected', 'exchanged', 'decoded']) {
    expect([part, ms(part) > 0 && ms(part) < ms('total')]).toEqual([part, true]);
  }
  const ownMs = ms('queued') + ms('decoded') + ms('written');
  // Network phases may overlap, our own do not, and together they cover the whole time.
  expect(ownMs).toBeLessThan(ms('total'));
  expect(ownMs + ms('resolved') + ms('connected') + ms('exchanged')).toBeGreaterThan(ms('total') - 0.1);
  const exchanges = metrics.filter(({ name }) => name === 'exchange').map(({ words }) => words);
  expect(exchanges.at(-1)).toMatch(new RegExp(`^\\d+ tls 127\\.0\\.0\\.\\d+:${port} at [\\d.]+$`));
  expect(Number.parseInt(metrics[0]?.words ?? '', 10)).toBeGreaterThanOrEqual(data.connections);
  expect(field.length).toBeLessThan(2_000);
});

test('a DNS lookup only queries resolvers, and does not reveal their addresses', async () => {
  const { field, metrics, ms } = await timed('/api/v2/dnsRecords?domain=all.test');
  expect(ms('resolved')).toBeGreaterThan(0);
  expect([ms('connected'), ms('exchanged')]).toEqual([0, 0]);
  const exchanges = metrics.filter(({ name }) => name === 'exchange').map(({ words }) => words);
  expect(exchanges.length).toBeGreaterThan(0);
  for (const words of exchanges) expect(words).toMatch(/^\d+ dns resolver at [\d.]+$/);
  for (const part of dns.resolver.split(':')) expect(field).not.toContain(part);
});
