import { expect, test } from 'vitest';
import type { LocalData } from '../../data/data.ts';
import { type DnsQuestion, NetFailure } from '../../net/net.ts';
import { noData } from '../../testing/no-data.ts';
import { dnsAnswer, scriptedNet } from '../../testing/scripted-net.ts';
import { createAddressFacts } from './address-facts.ts';

const names: Readonly<Record<string, string>> = {
  '1.2.0.192.in-addr.arpa': 'right.example.net',
  '2.2.0.192.in-addr.arpa': 'wrong.example.net',
};
const net = scriptedNet({
  ask: async (question: DnsQuestion) => {
    if (question.name.startsWith('9.')) throw new NetFailure('timeout', question.name);
    if (question.name.endsWith('10.in-addr.arpa')) throw new NetFailure('special-use', question.name);
    const name = names[question.name];
    const records = name === undefined ? [] : [{ ...question, ttlSeconds: 300, fields: [name] }];
    return dnsAnswer(question, { records });
  },
  resolve: async (host) => [{ address: host.startsWith('right') ? '192.0.2.1' : '198.51.100.1', family: 4 }],
});
const never = new AbortController().signal;

async function factsOf(addresses: readonly string[], data: LocalData = noData) {
  const told: string[] = [];
  const facts = createAddressFacts(net, data, never, (address) => told.push(address));
  for (const address of addresses) facts.ask(address);
  await facts.settle();
  return { ...facts, told };
}

test('confirms a name that leads back to the address', async () => {
  const { known, told } = await factsOf(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.1']);
  expect([...known.values()].map(({ name, nameConfirmed }) => [name, nameConfirmed])).toEqual([
    ['right.example.net', true],
    ['wrong.example.net', false],
    [null, null],
  ]);
  expect(told.toSorted()).toEqual(['192.0.2.1', '192.0.2.2']);
});

test('has a gap for a failing resolver, but not for an address whose name is not queried', async () => {
  expect((await factsOf(['192.0.2.9'])).missing).toContain('names');
  expect((await factsOf(['10.0.0.1'])).missing).not.toContain('names');
});

test('takes network and place from the databases', async () => {
  const city = { countryCode: 'DE', city: 'Town', latitude: 50, longitude: 8 };
  const record = { city, network: { asNumber: 64_496, asName: 'Net' }, missing: [], date: null, credits: [] };
  const databases = { find: async () => record, state: async () => [] };
  const data = { ...noData, geo: { ...noData.geo, databases } } as unknown as LocalData;
  const { known, missing } = await factsOf(['192.0.2.3'], data);
  expect(known.get('192.0.2.3')).toMatchObject({
    asn: 'AS64496',
    asName: 'Net',
    country: 'DE',
    city: 'Town',
    latitude: 50,
  });
  expect([...missing]).toEqual([]);
});
