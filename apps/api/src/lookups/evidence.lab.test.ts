import type { Evidence } from '@sonde/contract';
import { type DnsLab, startDnsLab } from '@sonde/lab';
import { createNodeNet, readNetSettings } from '@sonde/probes';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

let lab: DnsLab;

beforeAll(async () => {
  lab = await startDnsLab();
});
afterAll(() => lab?.stop());

test('a real lookup is recorded, without anything from the visitor’s request', async () => {
  const { settings } = readNetSettings({ SONDE_RESOLVERS: lab.resolver });
  if (settings === null) throw new Error('The settings do not fit.');
  const net = createNodeNet(settings);
  onTestFinished(() => net.close());
  const { app } = await testServer({}, { net });
  const headers = { 'user-agent': 'a-browser-of-somebody', cookie: 'session=secret-of-a-visitor' };
  const url = '/api/v2/dnsRecords?domain=all.test&evidence=true';
  const response = await app.inject({ url, headers, remoteAddress: '203.0.113.7' });
  expect(response.statusCode).toBe(200);
  const { exchanges } = response.json()._evidence as Evidence;
  expect(exchanges.length).toBeGreaterThan(10);
  expect(exchanges[0]?.decoded.map(({ title }) => title)[0]).toBe('Question');
  expect(response.body).not.toMatch(/a-browser-of-somebody|secret-of-a-visitor|203\.0\.113\.7/);
  for (const { octets } of exchanges.flatMap(({ pieces }) => pieces)) {
    expect(Buffer.from(octets, 'base64').toString('latin1')).not.toMatch(/browser|visitor/);
  }
});
