import { describe, expect, it } from 'vitest';
import { contains, covers, formatAddress, type IpNetwork, parseAddress, parseCidr } from './ip-address.ts';

function network(cidr: string): IpNetwork {
  const parsed = parseCidr(cidr);
  if (parsed === null) throw new Error(cidr);
  return parsed;
}

describe('parseAddress', () => {
  it.each([
    ['0.0.0.0', 4, 0n],
    ['1.2.3.4', 4, 0x01020304n],
    ['255.255.255.255', 4, 0xffffffffn],
    ['::', 6, 0n],
    ['::1', 6, 1n],
    ['1::', 6, 1n << 112n],
    ['2001:db8::1', 6, 0x20010db8000000000000000000000001n],
    ['2001:DB8:0:0:0:0:0:1', 6, 0x20010db8000000000000000000000001n],
    ['::ffff:127.0.0.1', 6, 0xffff7f000001n],
    ['::ffff:7f00:1', 6, 0xffff7f000001n],
    ['64:ff9b::10.0.0.1', 6, 0x0064ff9b00000000000000000a000001n],
  ] as const)('reads %s', (text, family, value) => {
    expect(parseAddress(text)).toEqual({ family, value });
  });

  it.each([
    '',
    '1.2.3',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.01',
    '1.2.3.4.',
    ' 1.2.3.4',
    '1.2.3.4\n',
    '1.2.3.4\0x',
    '256.1.1.1',
    '１２７.0.0.1',
    'fe80::1%eth0',
    '[::1]',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '::1.2.3',
    'example.com',
  ])('refuses %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
])('spells %s as %s', (text, spelling) => {
  const address = parseAddress(text);
  expect(address && formatAddress(address)).toBe(spelling);
});

describe('parseCidr', () => {
  it.each(['0.0.0.0/0', '10.0.0.0/8', '192.0.2.1/32', '::/0', 'fd00::/8', '::1/128'])('reads %s', (text) => {
    expect(parseCidr(text)).not.toBeNull();
  });

  it.each([
    '10.0.0.0',
    '10.0.0.1/8',
    '10.0.0.0/33',
    'fd00::1/8',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '/8',
    '10/8',
    'fe80::%eth0/10',
    '10.0.0.0/8/8',
  ])('refuses %j', (text) => {
    expect(parseCidr(text)).toBeNull();
  });
});

describe('contains', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0', true],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '9.255.255.255', false],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '1.2.3.4', false],
    ['::/0', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['fc00::/7', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['fc00::/7', 'fe00::', false],
  ])('%s and %s: %s', (cidr, text, expected) => {
    const address = parseAddress(text);
    expect(address && contains(network(cidr), address)).toBe(expected);
  });
});

it('covers a network only when it is entirely inside', () => {
  expect(covers(network('10.0.0.0/8'), network('10.1.0.0/16'))).toBe(true);
  expect(covers(network('10.0.0.0/8'), network('10.0.0.0/8'))).toBe(true);
  expect(covers(network('10.1.0.0/16'), network('10.0.0.0/8'))).toBe(false);
  expect(covers(network('10.0.0.0/8'), network('11.0.0.0/16'))).toBe(false);
  expect(covers(network('::/0'), network('10.0.0.0/8'))).toBe(false);
});
