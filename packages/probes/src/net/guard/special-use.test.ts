import { describe, expect, it } from 'vitest';
import { parseAddress } from './ip-address.ts';
import { networkOf, specialUseOf, specialUses } from './special-use.ts';

/** Written out in full, so that the test depends on neither the table nor the arithmetic. */
const ipv4Rows = [
  // prefix, first, middle, last, just below, just above; null where the neighbour is special-use too
  ['0.0.0.0/8', '0.0.0.0', '0.1.2.3', '0.255.255.255', null, '1.0.0.0'],
  ['0.0.0.0/32', '0.0.0.0', '0.0.0.0', '0.0.0.0', null, null],
  ['10.0.0.0/8', '10.0.0.0', '10.128.0.5', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10', '100.64.0.0', '100.100.100.200', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0/8', '127.0.0.0', '127.0.0.1', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.169.254', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0/12', '172.16.0.0', '172.24.1.1', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.192', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.0.0/29', '192.0.0.0', '192.0.0.4', '192.0.0.7', null, null],
  ['192.0.0.8/32', '192.0.0.8', '192.0.0.8', '192.0.0.8', null, null],
  ['192.0.0.9/32', '192.0.0.9', '192.0.0.9', '192.0.0.9', null, null],
  ['192.0.0.10/32', '192.0.0.10', '192.0.0.10', '192.0.0.10', null, null],
  ['192.0.0.170/32', '192.0.0.170', '192.0.0.170', '192.0.0.170', null, null],
  ['192.0.0.171/32', '192.0.0.171', '192.0.0.171', '192.0.0.171', null, null],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.128', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.1', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.77', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.1', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.88.99.2/32', '192.88.99.2', '192.88.99.2', '192.88.99.2', null, null],
  ['192.168.0.0/16', '192.168.0.0', '192.168.1.1', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.42', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.0.1', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.99', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.66', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['240.0.0.0/4', '240.0.0.0', '247.1.2.3', '255.255.255.254', null, null],
  ['255.255.255.255/32', '255.255.255.255', '255.255.255.255', '255.255.255.255', null, null],
  ['224.0.0.0/4', '224.0.0.0', '232.1.1.1', '239.255.255.255', '223.255.255.255', null],
  ['168.63.129.16/32', '168.63.129.16', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
] as const;

const ipv6Rows = [
  ['::1/128', '::1', '0:0:0:0:0:0:0:1', '::0.0.0.1', null, null],
  ['::/128', '::', '0:0:0:0:0:0:0:0', '::0.0.0.0', null, null],
  ['::ffff:0:0/96', '::ffff:0:0', '::ffff:127.0.0.1', '::ffff:255.255.255.255', null, null],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::a00:1', '64:ff9b::ffff:ffff', null, null],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:8000::1', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', null, null],
  ['100::/64', '100::', '100::8000:0:0:1', '100::ffff:ffff:ffff:ffff', null, null],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1::5', '100:0:0:1:ffff:ffff:ffff:ffff', null, null],
  [
    '2001::/23',
    '2001::',
    '2001:100::1',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
  ],
  [
    '2001::/32',
    '2001::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:0:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    null,
  ],
  ['2001:1::1/128', '2001:1::1', '2001:1:0:0:0:0:0:1', '2001:1::0.0.0.1', null, null],
  ['2001:1::2/128', '2001:1::2', '2001:1:0:0:0:0:0:2', '2001:1::0.0.0.2', null, null],
  ['2001:1::3/128', '2001:1::3', '2001:1:0:0:0:0:0:3', '2001:1::0.0.0.3', null, null],
  ['2001:2::/48', '2001:2::', '2001:2:0:8000::1', '2001:2:0:ffff:ffff:ffff:ffff:ffff', null, null],
  ['2001:3::/32', '2001:3::', '2001:3:8000::1', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['2001:4:112::/48', '2001:4:112::', '2001:4:112:8000::', '2001:4:112:ffff:ffff:ffff:ffff:ffff', null, null],
  ['2001:10::/28', '2001:10::', '2001:18::1', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['2001:20::/28', '2001:20::', '2001:28::1', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['2001:30::/28', '2001:30::', '2001:38::1', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  [
    '2001:db8::/32',
    '2001:db8::',
    '2001:db8:8000::1',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  [
    '2002::/16',
    '2002::',
    '2002:7f00:1::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2003::',
  ],
  [
    '2620:4f:8000::/48',
    '2620:4f:8000::',
    '2620:4f:8000:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8001::',
  ],
  [
    '3fff::/20',
    '3fff::',
    '3fff:800::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:1000::',
  ],
  ['5f00::/16', '5f00::', '5f00:8000::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['fc00::/7', 'fc00::', 'fd12:3456::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['fe80::/10', 'fe80::', 'fe80::1', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['fec0::/10', 'fec0::', 'fee0::1', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['ff00::/8', 'ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['::/96', '::', '::7f00:1', '::ffff:ffff', null, null],
  ['::ffff:0:0:0/96', '::ffff:0:0:0', '::ffff:0:127.0.0.1', '::ffff:0:ffff:ffff', null, null],
] as const;

const allRows = [...ipv4Rows, ...ipv6Rows];

function useOf(text: string) {
  const address = parseAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return specialUseOf(address);
}

it('has exactly the rows tested here', () => {
  expect(specialUses.map(({ prefix }) => prefix)).toEqual(allRows.map(([prefix]) => prefix));
});

it('gives every row a name and a source', () => {
  expect(specialUses.filter(({ name, source }) => name === '' || source === '')).toEqual([]);
});

describe.each(allRows)('%s', (prefix, first, middle, last, below, above) => {
  it('is refused from the first to the last address', () => {
    expect([useOf(first), useOf(middle), useOf(last)]).not.toContain(null);
  });

  it('is reported by its own name or that of a smaller block inside', () => {
    const length = Number(prefix.split('/')[1]);
    const found = [first, middle, last].map((text) => networkOf(useOf(text)?.prefix ?? '').prefixLength);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(length);
    expect(found).toContain(length);
  });

  it('does not include its public neighbours', () => {
    const neighbours = [below, above].filter((text) => text !== null);
    expect(neighbours.map(useOf)).toEqual(neighbours.map(() => null));
  });
});

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '192.0.1.1',
  '223.255.255.255',
  '2000::',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2a00:1450::1',
  '3ffe::1',
])('%s is public', (text) => {
  expect(useOf(text)).toBeNull();
});

it.each([
  '200::1',
  '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '4000::',
  '5eff::1',
  '5f01::1',
  '8000::1',
  'e000::1',
  'fe00::9',
  '64:ff9c::1',
  '100:0:0:2::',
  '::1:0:0:0:1',
])('%s is outside of the global unicast space', (text) => {
  expect(useOf(text)?.prefix).toBe('::/0');
});
