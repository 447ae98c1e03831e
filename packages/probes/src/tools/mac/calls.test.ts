import { macList, macVendorSearch, tools } from '@sonde/contract';
import { expect, it } from 'vitest';
import { answerCall } from '../../answer-call.ts';
import { noData } from '../../testing/no-data.ts';
import { callHandlers } from '../index.ts';
import { type Assignment, indexRegistry, registryText } from './registry-text.ts';
import { vendorIndexOf } from './vendor-index.ts';

const assigned = (prefix: string, owner: string, address = ''): Assignment => ({
  ...{ prefix, owner, address, country: '' },
  registry: ({ 6: 'MA-L', 7: 'MA-M' } as const)[prefix.length] ?? 'MA-S',
});

const index = vendorIndexOf(
  indexRegistry(
    Buffer.from(
      registryText('2026-08-26', [
        assigned('00000C', 'Cisco Systems, Inc', 'San Jose'),
        assigned('000142', 'Cisco Systems, Inc', '80 West Tasman Drive'),
        assigned('00180A', 'Cisco Meraki'),
        assigned('70B3D5F2F', 'San Francisco Cisco Friends'),
        assigned('0055DA0', 'Établissements Müller'),
        assigned('000101', 'Private'),
        assigned('000102', 'ООО "РОНЕКС"'),
        assigned('000103', 'TP-LINK TECHNOLOGIES CO.,LTD.'),
      ]),
    ),
  ),
);
const owners = (words: string) => index.search(words).map(({ owner }) => owner);

it('finds owners by beginnings of words, those whose name starts with them first', () => {
  expect(owners('cisco')).toEqual(['Cisco Meraki', 'Cisco Systems, Inc', 'San Francisco Cisco Friends']);
  expect(owners('cis sys')).toEqual(['Cisco Systems, Inc']);
  expect(owners('sys cis')).toEqual(['Cisco Systems, Inc']);
  expect(owners('isco')).toEqual([]);
  expect(owners('etabl muller')).toEqual(['Établissements Müller']);
  expect(owners('ронекс')).toEqual(['ООО "РОНЕКС"']);
  expect(owners('tp link')).toEqual(['TP-LINK TECHNOLOGIES CO.,LTD.']);
  expect(owners('private')).toEqual([]);
});

it('treats one name as one owner, whatever its addresses', () => {
  expect(index.search('cisco systems')[0]?.assignments).toEqual([
    { owner: 'Cisco Systems, Inc', registry: 'MA-L', prefix: '00:00:0c', bits: 24 },
    { owner: 'Cisco Systems, Inc', registry: 'MA-L', prefix: '00:01:42', bits: 24 },
  ]);
});

it('answers every call of the contract', () => {
  for (const [id, { calls = [] }] of Object.entries<{ calls?: readonly { id: string }[] }>(tools)) {
    const handlers = callHandlers[id as keyof typeof callHandlers] ?? {};
    expect(Object.keys(handlers).sort()).toEqual(calls.map((call) => call.id).sort());
  }
});

it('has bits and conventions even without data, and a gap for what is missing', async () => {
  const gaps = [{ part: 'registry', code: 'source-failed' }];
  expect(await answerCall('mac', macVendorSearch, { q: 'apple' }, noData)).toMatchObject({ owners: [], gaps });
  expect(await answerCall('mac', macList, { macs: ['00005e000107'] }, noData)).toMatchObject({
    entries: [{ owner: null, kind: 'unicast', use: 'VRRP for IPv4 (also CARP), virtual router: Virtual router 7' }],
    registryDate: null,
    gaps,
  });
});
