import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportData } from '@sonde/contract';
import { findingsOf } from '@sonde/contract/report/compose';
import { oppositesIn } from '@sonde/contract/report/opposites';
import { createNodeData, createNodeNet } from '@sonde/probes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../../demo/src/world.ts';
import { runCli } from '../cli.ts';

let world: World;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'sonde-reports-'));
  const { dnsRoot } = world;
  if (dnsRoot === null) throw new Error('the addresses of the name servers are taken');
  const files = { ca: 'root.pem', hints: 'root.hints', anchors: 'root.anchors' };
  await writeFile(join(folder, files.ca), world.anchor);
  await writeFile(join(folder, files.hints), dnsRoot.hints);
  await writeFile(join(folder, files.anchors), dnsRoot.anchors);
  env = {
    SONDE_RESOLVERS: world.resolver,
    SONDE_ALLOW_NETWORKS: world.networks.join(','),
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: join(folder, files.ca),
    SONDE_WHOIS_SERVER: world.whois,
    SONDE_RDAP_BOOTSTRAP: world.rdapBootstrap,
    SONDE_CT_URLS: '',
    SONDE_TLS_BUDGET: 'off',
    SONDE_ROOT_HINTS: join(folder, files.hints),
    SONDE_ROOT_ANCHORS: join(folder, files.anchors),
  };
});
afterAll(async () => {
  await world?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

async function reportOn(target: string): Promise<ReportData> {
  const lines: string[] = [];
  const errors: string[] = [];
  const port = world.dnsRoot?.port;
  await runCli(['report', target, '--out', 'json'], {
    env,
    ...{ isTerminal: false, isColoured: false, columns: 80, signal: AbortSignal.timeout(60_000) },
    openNet: (settings) => createNodeNet(settings, port === undefined ? {} : { authorities: { port } }),
    openData: createNodeData,
    serve: () => null,
    out: (line) => lines.push(line),
    err: (line) => errors.push(line),
  });
  if (lines.length === 0) throw new Error(errors.join('\n'));
  return JSON.parse(lines.join('\n'));
}

const codesOf = ({ findings }: ReportData, state?: string) =>
  findings.filter((one) => state === undefined || one.state === state).map(({ code }) => code);

test.concurrent.each([
  ...[
    'shop.test',
    'www.shop.test',
    'wild.test',
    'large.test',
    'old-key.test',
    'bogus.test',
    'behind.test',
    'parked.test',
  ],
  ...['careless.test', 'renewed.test', 'mixed.test', 'lame.test', 'gone.test', 'expired.test', 'self-signed.test'],
  ...['wrong-name.test', 'incomplete.test', 'outdated.test', 'resolvers.test'],
])('no two tools say opposite things of %s', async (target) => {
  const report = await reportOn(target);
  expect(report.parts.flatMap(findingsOf).length).toBeGreaterThan(0);
  // Neither on the pages of the tools, nor in the report.
  expect(oppositesIn(report.parts.flatMap(findingsOf))).toEqual([]);
  expect(oppositesIn(report.findings)).toEqual([]);
});

test('a broken chain is one thing to fix, whatever the tools call it', async () => {
  const report = await reportOn('old-key.test');
  const chain = report.findings.filter(({ code }) => code === 'chain-broken');
  expect(chain).toHaveLength(1);
  expect(chain[0]?.also?.map(({ code }) => code)).toEqual(expect.arrayContaining(['ds-without-key', 'dnssec-failed']));
  expect(codesOf(report, 'bad')).not.toContain('dnssec-failed');
});

test('a name that does not exist is told as such, and nobody is blamed for the zone above', async () => {
  const report = await reportOn('gone.test');
  const ofDelegation = report.findings.filter(({ tool }) => tool === 'delegation').map(({ code }) => code);
  expect(ofDelegation).toEqual(['name-missing']);
  expect(codesOf(report)).not.toContain('one-name-server');
});
