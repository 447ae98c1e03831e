import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DnsLab, reply, startDnsLab, startMaliciousWebServer, type WebServerBehaviour } from '@sonde/lab';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createMmdbWriter } from '../../../build/mmdb-writer.ts';
import { createNodeData } from '../../data/node-data.ts';
import { readDataSettings } from '../../data/settings.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';

let lab: DnsLab;
let net: NodeNet;
let folder = '';

beforeAll(async () => {
  lab = await startDnsLab();
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: lab.resolver });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
  folder = await mkdtemp(join(tmpdir(), 'sonde-geo-'));
  await writeDatabase('new.mmdb', new Date());
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
  if (folder !== '') await rm(folder, { recursive: true });
});

/** In GeoIP2 format: 8.8.8.0/24 somewhere in the United States, and nothing else. */
async function writeDatabase(name: string, builtAt: Date): Promise<void> {
  const writer = createMmdbWriter();
  writer.add(0x0808_0800n, 0x0808_08ffn, {
    country: { iso_code: 'US' },
    location: { latitude: 37.751, longitude: -97.822, accuracy_radius: 1000 },
  });
  await writeFile(join(folder, name), writer.finish({ databaseType: 'Test', description: 'for a test', builtAt }));
}

async function findingsOn(ipOrDomain: string, env: Record<string, string> = {}) {
  const { settings, problems } = readDataSettings(env);
  if (settings === null) throw new Error(problems.join(' '));
  const data = createNodeData(settings, net);
  onTestFinished(() => data.close());
  const context = { net, data, signal: AbortSignal.timeout(30_000) };
  return (await measure(checkQuery('geo', { ipOrDomain }), context)).findings ?? [];
}

type Findings = Awaited<ReturnType<typeof findingsOn>>;

function expectFinding(findings: Findings, verdict: string, evidence: string): void {
  const [state, code] = verdict.split(' ');
  const found = findings.find((finding) => finding.code === code);
  expect(found?.state).toBe(state);
  expect(found?.evidence).toContain(evidence);
}

const fromService = async (behaviour: WebServerBehaviour) => {
  const service = await startMaliciousWebServer(behaviour);
  onTestFinished(() => service.stop());
  return { SONDE_GEO_SOURCES: 'query,records', SONDE_GEO_QUERY_URL: `http://127.0.0.1:${service.port}/json/` };
};

test.each([
  ['193.99.144.80', 'good location-known', 'The database places 193.99.144.80 in Germany (DE).'],
  ['8.8.8.8', 'note location-known', 'places 8.8.8.8 in United States (US), but the address is used at many places.'],
  ['5.255.255.70', 'good location-known', 'in Russia (RU)'],
  ['10.1.2.3', 'note special-use-address', '10.0.0.0/8: Private-Use (RFC 1918)'],
  ['192.0.0.9', 'note anycast-address', 'Port Control Protocol Anycast'],
  ['geo.plain.test', 'note several-addresses', 'geo.plain.test has 2 other addresses'],
])('%s, by the bundled databases: %s', async (target, verdict, evidence) => {
  expectFinding(await findingsOn(target), verdict, evidence);
});

test.each([
  ['new.mmdb', '8.8.8.8', 'note location-rough', 'is 1000 km'],
  ['new.mmdb', '1.1.1.1', 'unknown location-unknown', 'No source knows the country of 1.1.1.1.'],
])('%s about %s: %s', async (file, target, verdict, evidence) => {
  expectFinding(await findingsOn(target, { SONDE_GEO_CITY_DB: join(folder, file) }), verdict, evidence);
});

test('a service that knows an address of a hosting provider', async () => {
  const body = JSON.stringify({ query: '8.8.8.8', status: 'success', countryCode: 'US', hosting: true });
  const env = await fromService((socket) => reply(socket, { body }));
  expectFinding(await findingsOn('8.8.8.8', env), 'note hosting-address', '8.8.8.8');
});

test('a service that closes the connection', async () => {
  const env = await fromService((socket) => socket.destroy());
  expectFinding(await findingsOn('8.8.8.8', env), 'unknown location-incomplete', 'query');
});
