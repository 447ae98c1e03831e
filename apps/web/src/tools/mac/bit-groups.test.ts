// @vitest-environment node
import { mac } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { expect, it, test } from 'vitest';
import { bitGroups } from './bit-groups.ts';

const data = (more: object) => answerOf(mac, { mac: '70:b3:d5:f2:f1:23', slap: null, ...more }) as never;
const registration = (bits: number, owner: string | null = 'Example') => ({ prefix: '', bits, owner });

test.each([
  [[], 0, 46],
  [[registration(24)], 22, 24],
  [[registration(24), registration(36)], 34, 12],
])('with the registrations %j, %d bits belong to the prefix and %d to the device', (registrations, prefix, device) => {
  const bits = bitGroups(data({ registrations })).octets.flatMap((octet) => octet.bits);
  const count = (group: string) => bits.filter((bit) => bit.group === group).length;
  expect([count('prefix'), count('device'), count('local'), count('multicast')]).toEqual([prefix, device, 1, 1]);
});

it('reads the flags from the last bits of the first octet', () => {
  const [first] = bitGroups(data({ mac: '03-00-00-00-00-01', registrations: [] })).octets;
  expect(first?.bits.slice(-3)).toEqual([
    { isOne: false, group: 'device' },
    { isOne: true, group: 'local' },
    { isOne: true, group: 'multicast' },
  ]);
});

it('says everything in words too, and draws nothing of what is no address', () => {
  const { groups } = bitGroups(data({ registrations: [registration(36, null)] }));
  expect(groups.map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'Group bit: 0',
    'Local bit: 0',
    'Prefix of 36 bits: owner not published',
    '12 bits: chosen by the owner of the prefix',
  ]);
  expect(bitGroups(data({ mac: '70:b3', registrations: [] })).octets).toEqual([]);
});
