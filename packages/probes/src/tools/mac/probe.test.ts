import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { AnswerOf, Tools } from '@sonde/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LocalData } from '../../data/data.ts';
import { openSlots } from '../../data/open-slots.ts';
import type { Net } from '../../net/net.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { type Assignment, registryText } from './registry-text.ts';

/** Has no functions, so a probe that used it would fail. */
const noNet = {} as Net;

const one = (registry: Assignment['registry'], prefix: string, owner: string, more: Partial<Assignment> = {}) => ({
  ...{ registry, prefix, owner, address: '', country: '' },
  ...more,
});

/** Rows from the registries of August 2026. */
const rows: readonly Assignment[] = [
  one('MA-L', '001B63', 'Apple, Inc.', {
    address: '1 Infinite Loop, Cupertino CA 95014, United States',
    country: 'United States',
  }),
  one('MA-L', '70B3D5', 'IEEE Registration Authority'),
  one('MA-S', '70B3D5F2F', 'TELEPLATFORMS'),
  one('MA-L', '0055DA', 'IEEE Registration Authority'),
  one('MA-M', '0055DA0', 'Shinko Technos co.,ltd.'),
  one('IAB', '0050C27D5', 'DEUTA-WERKE GmbH'),
  one('MA-L', 'AA0004', 'DIGITAL EQUIPMENT CORPORATION'),
  one('MA-L', '000101', 'Private'),
  one('MA-L', '080030', 'CERN'),
  one('MA-L', '080030', 'ROYAL MELBOURNE INST OF TECH'),
];

async function dataWith(date: string | null, content?: Buffer): Promise<LocalData> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sonde-mac-'));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const text = content ?? brotliCompressSync(registryText(date ?? '', rows));
  await writeFile(join(dataFolder, 'mac-registry.txt.br'), text);
  return { ...noData, of: openSlots({ dataFolder, fetch: null, findBundled: () => null }).of };
}

/** Newer than the bundled copy, and never outdated. */
const TODAY = new Date().toISOString().slice(0, 10);

async function lookUp(mac: string, data?: LocalData): Promise<AnswerOf<Tools['mac']>> {
  const context = { net: noNet, data: data ?? (await dataWith(TODAY)), signal: AbortSignal.timeout(30_000) };
  return measure(checkQuery('mac', { mac }), context);
}

describe('the owner of an address', () => {
  it.each([
    ['00:1b:63:84:45:e6', ['MA-L 00:1b:63 Apple, Inc.']],
    ['70:b3:d5:f2:f1:23', ['MA-S 70:b3:d5:f2:f TELEPLATFORMS', 'MA-L 70:b3:d5 IEEE Registration Authority']],
    ['70:b3:d5:f2:e1:23', ['MA-L 70:b3:d5 IEEE Registration Authority']],
    ['00:55:da:0f:ff:ff', ['MA-M 00:55:da:0 Shinko Technos co.,ltd.', 'MA-L 00:55:da IEEE Registration Authority']],
    ['00:50:c2:7d:5f:ff', ['IAB 00:50:c2:7d:5 DEUTA-WERKE GmbH']],
    ['aa:00:04:00:01:02', ['MA-L aa:00:04 DIGITAL EQUIPMENT CORPORATION']],
    ['08:00:30:00:00:01', ['MA-L 08:00:30 CERN', 'MA-L 08:00:30 ROYAL MELBOURNE INST OF TECH']],
    ['00:01:01:00:00:01', ['MA-L 00:01:01 null']],
    ['70:b3:d5:f2:f/36', ['MA-S 70:b3:d5:f2:f TELEPLATFORMS', 'MA-L 70:b3:d5 IEEE Registration Authority']],
    ['00:1b:63:ff:fe:84:45:e6', ['MA-L 00:1b:63 Apple, Inc.']],
    ['12:34:56:78:9a:bc', []],
  ])('%s', async (mac, owners) => {
    const { registrations, gaps, mac: canonical } = await lookUp(mac);
    expect(registrations.map(({ registry, prefix, owner }) => `${registry} ${prefix} ${owner}`)).toEqual(owners);
    expect([gaps, canonical]).toEqual([[], mac]);
  });

  it('has the range and the postal address of the assignment', async () => {
    expect((await lookUp('0055da012345')).registrations[0]).toMatchObject({
      ...{ bits: 28, rangeFirst: '00:55:da:00:00:00', rangeLast: '00:55:da:0f:ff:ff', size: 1_048_576, address: null },
    });
    expect((await lookUp('001b638445e6')).registrations[0]).toMatchObject({
      ...{ address: '1 Infinite Loop, Cupertino CA 95014, United States', country: 'United States' },
    });
  });
});

describe('an address in an IPv6 address', () => {
  it.each(['fe80::21b:63ff:fe84:45e6', '2001:db8:1:2:21b:63ff:fe84:45e6'])('%s', async (ipv6) => {
    expect(await lookUp(ipv6)).toMatchObject({
      ...{ mac: '00:1b:63:84:45:e6', fromIpv6: ipv6, ipv6LinkLocal: 'fe80::21b:63ff:fe84:45e6' },
    });
  });
});

it('reports which data are used and what is missing', async () => {
  expect(await lookUp('00:1b:63:84:45:e6', await dataWith('2199-01-01'))).toMatchObject({
    registryDate: '2199-01-01',
    gaps: [],
  });
  expect((await lookUp('0a:1b:63:84:45:e6')).gaps).toEqual([{ part: 'CID', code: 'source-failed' }]);
  expect((await lookUp('00:1b:63:84:45:e6', await dataWith('2020-01-01'))).gaps).toEqual([
    { part: 'registry-old', code: 'source-failed' },
  ]);
});

it('finds company identifiers if the operator’s copy has them', async () => {
  const identifiers = [...rows, one('CID', '0A1B63', 'Some Consortium')];
  const data = await dataWith(TODAY, brotliCompressSync(registryText(TODAY, identifiers)));
  const { registrations, gaps, slap } = await lookUp('0a:1b:63:84:45:e6', data);
  expect(registrations.map(({ registry, owner }) => [registry, owner])).toEqual([['CID', 'Some Consortium']]);
  expect([gaps, slap]).toEqual([[], 'extended-local']);
  expect((await lookUp('0a:1b:64:84:45:e6', data)).gaps).toEqual([]);
});

it.each([
  ['cut off', brotliCompressSync(registryText('2199-01-01', rows)).subarray(0, 90)],
  ['a page', Buffer.from('<!doctype html>')],
])('does not use a copy that is %s', async (_, content) => {
  const { registryDate } = await lookUp('00:1b:63:84:45:e6', await dataWith(null, content));
  expect(registryDate).not.toBe('2199-01-01');
});
