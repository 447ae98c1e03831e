import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { NetFailure } from '../net.ts';
import { createGuard } from './guard.ts';

const guard = createGuard({ allowNetworks: [], denyTargets: [], ownAddresses: () => [] });

function reasonOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof NetFailure) return error.reason;
    throw error;
  }
  return 'nothing thrown';
}

describe('readHost', () => {
  it.each([
    ['1.1.1.1', '1.1.1.1', 4],
    [' 8.8.8.8 ', '8.8.8.8', 4],
    ['2606:4700:0:0:0:0:0:1111', '2606:4700::1111', 6],
  ] as const)('lets the address %j through', (text, address, family) => {
    expect(guard.readHost(text)).toEqual({ kind: 'address', address: { address, family } });
  });

  it.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['a.test', 'a.test'],
    ['a.xn--p1ai', 'a.xn--p1ai'],
    ['1.2.3.4.nip.io', '1.2.3.4.nip.io'],
  ])('reads the name %s', (text, name) => {
    expect(guard.readHost(text)).toEqual({ kind: 'name', name });
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '168.63.129.16',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:1.1.1.1',
    '::7f00:1',
    '64:ff9b::1.1.1.1',
    '2002:7f00:1::',
    '2001:0:4136::1',
    'fec0::1',
    'fd00::1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7F.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0x0',
    '127.0.0.1.',
    '256.256.256.256',
    'x.127',
    '１２７.0.0.1',
    'localhost',
    'LocalHost.',
    'a.localhost',
    'db.internal',
    'ｌocalhost.lan',
    'x.ｌocal',
  ])('refuses %j as special-use', (text) => {
    expect(reasonOf(() => guard.readHost(text))).toBe('special-use');
  });

  it.each([
    '',
    'com',
    '127。0。0。1',
    'a..b.com',
    '-f.com',
    '--flag',
    'a b.com',
    'a.com\0x',
    'a.com\r\nHost: b',
    'a.com/path',
    'user@a.com',
    'http://a.com',
    'a.com:80',
    '[::1]',
    'fe80::1%eth0',
    '%31%32%37.com',
    'a.c0m',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(126)}com`,
  ])('finds no host in %j', (text) => {
    expect(reasonOf(() => guard.readHost(text))).toBe('no-address');
  });

  it('refuses the public addresses of this machine, unless allowed', () => {
    const ownAddresses = () => ['93.184.215.14', '2606:2800::1'];
    const cautious = createGuard({ allowNetworks: [], denyTargets: [], ownAddresses });
    expect(reasonOf(() => cautious.readHost('93.184.215.14'))).toBe('special-use');
    expect(reasonOf(() => cautious.readHost('2606:2800:0:0::1'))).toBe('special-use');
    expect(cautious.readHost('93.184.215.15').kind).toBe('address');
    const open = createGuard({ allowNetworks: ['93.184.215.14/32'], denyTargets: [], ownAddresses });
    expect(open.readHost('93.184.215.14').kind).toBe('address');
  });

  it('refuses every address of this machine', () => {
    const texts = Object.values(networkInterfaces()).flatMap((entries = []) => entries.map(({ address }) => address));
    const real = createGuard({ allowNetworks: [], denyTargets: [] });
    expect(texts.map((text) => reasonOf(() => real.readHost(text)))).toEqual(texts.map(() => 'special-use'));
  });

  it('allows the networks in `allowNetworks` and no others', () => {
    const open = createGuard({ allowNetworks: ['10.0.0.0/8', '::1/128'], denyTargets: [] });
    expect(open.readHost('10.1.2.3').kind).toBe('address');
    expect(open.readHost('::1').kind).toBe('address');
    expect(reasonOf(() => open.readHost('127.0.0.1'))).toBe('special-use');
    expect(reasonOf(() => open.readHost('::ffff:10.1.2.3'))).toBe('special-use');
    expect(reasonOf(() => open.readHost('localhost'))).toBe('special-use');
  });
});

it('rejects an invalid network or name', () => {
  expect(() => createGuard({ allowNetworks: [], denyTargets: ['a b'] })).toThrow(RangeError);
  expect(() => createGuard({ allowNetworks: ['10.0.0.1/8'], denyTargets: [] })).toThrow(RangeError);
});

describe('a target that the operator denies', () => {
  const denying = createGuard({
    allowNetworks: ['10.0.0.0/8'],
    denyTargets: ['denied.example', '45.90.1.0/24', '10.0.0.5'],
    ownAddresses: () => [],
  });

  it.each(['denied.example', 'a.DENIED.example.', '45.90.1.7', '10.0.0.5'])('%s is not a host', (text) => {
    expect(reasonOf(() => denying.readHost(text))).toBe('denied');
  });

  it('does not extend to neighbouring addresses and names', () => {
    for (const text of ['example.com', 'notdenied.example', '45.90.2.1', '10.0.0.6']) {
      expect(() => denying.readHost(text)).not.toThrow();
    }
  });

  it('is neither looked up, nor reached by an alias, nor kept among the addresses of a name', () => {
    expect(reasonOf(() => denying.checkQuestion('_dmarc.denied.example'))).toBe('denied');
    expect(reasonOf(() => denying.checkQuestion('7.1.90.45.in-addr.arpa'))).toBe('denied');
    expect(reasonOf(() => denying.checkAlias('a.denied.example'))).toBe('denied');
    expect(() => denying.checkAlias('db.internal')).not.toThrow();
    expect(reasonOf(() => denying.keepAllowed('a.example', ['45.90.1.7', '127.0.0.1']))).toBe('denied');
    expect(denying.keepAllowed('a.example', ['45.90.1.7', '1.1.1.1'])).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });
});

describe('keepAllowed', () => {
  it('keeps the public addresses of a mixed answer, each once', () => {
    const kept = guard.keepAllowed('a.test', [
      '10.0.0.1',
      '1.1.1.1',
      'fd00::1',
      '2606:4700::1',
      '1.1.1.1',
      '64:ff9b::101:101',
    ]);
    expect(kept).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  it.each([['10.0.0.1'], ['64:ff9b::101:101'], ['::ffff:1.1.1.1'], ['169.254.169.254']])(
    'refuses %s alone',
    (address) => {
      expect(reasonOf(() => guard.keepAllowed('a.test', [address]))).toBe('special-use');
    },
  );

  it('fails with no-address when there is none', () => {
    expect(reasonOf(() => guard.keepAllowed('a.test', []))).toBe('no-address');
  });

  it('checks at most 64 addresses', () => {
    const inside = Array.from({ length: 64 }, (_, index) => `10.0.0.${index}`);
    expect(reasonOf(() => guard.keepAllowed('a.test', [...inside, '1.1.1.1']))).toBe('special-use');
    const outside = Array.from({ length: 200 }, (_, index) => `1.0.0.${index}`);
    expect(guard.keepAllowed('a.test', outside)).toHaveLength(64);
  });
});

describe('checkQuestion', () => {
  it.each(['localhost', 'a.internal', '\\108ocalhost', '1.0.0.10.in-addr.arpa', 'd.f.ip6.arpa'])(
    'refuses %s',
    (name) => {
      expect(reasonOf(() => guard.checkQuestion(name))).toBe('special-use');
    },
  );

  it.each(['example.com', 'a.test', 'com', '.', '8.8.8.8.in-addr.arpa'])('lets %s through', (name) => {
    expect(() => guard.checkQuestion(name)).not.toThrow();
  });

  it('allows the reverse zones of allowed networks', () => {
    const open = createGuard({ allowNetworks: ['10.1.0.0/16'], denyTargets: [] });
    expect(() => open.checkQuestion('1.0.1.10.in-addr.arpa')).not.toThrow();
    expect(reasonOf(() => open.checkQuestion('1.0.2.10.in-addr.arpa'))).toBe('special-use');
    expect(reasonOf(() => open.checkQuestion('10.in-addr.arpa'))).toBe('special-use');
  });
});
