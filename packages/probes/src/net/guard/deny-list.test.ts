import { describe, expect, it } from 'vitest';
import { createDenyList, parseDeniedTarget } from './deny-list.ts';
import { parseAddress } from './ip-address.ts';

const list = createDenyList(['Example.com.', 'bücher.example', '45.90.1.0/24', '2a0e:97c0:1::/48', '1.1.1.1']);

function hasAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return list.hasAddress(address);
}

describe('names', () => {
  it.each([
    'example.com',
    'EXAMPLE.com.',
    'www.example.com',
    'a.b.c.example.com',
    '\\101xample.com',
    'xn--bcher-kva.example',
  ])('%s is denied', (name) => {
    expect(list.hasName(name)).toBe(true);
  });

  it.each(['com', 'example.org', 'notexample.com', 'example.com.org', 'xn--bcher-kva.com', '.', ''])(
    '%j is not',
    (name) => {
      expect(list.hasName(name)).toBe(false);
    },
  );

  it.each([
    '1.1.1.1.in-addr.arpa',
    '9.1.90.45.in-addr.arpa',
    '1.90.45.in-addr.arpa',
    '1.0.0.0.0.c.7.9.e.0.a.2.ip6.arpa',
  ])('%s tells of a denied address', (name) => {
    expect(list.hasName(name)).toBe(true);
  });

  it.each(['90.45.in-addr.arpa', '1.2.90.45.in-addr.arpa', 'in-addr.arpa'])('%s does not', (name) => {
    expect(list.hasName(name)).toBe(false);
  });
});

it.each(['45.90.1.0', '45.90.1.255', '1.1.1.1', '2a0e:97c0:1:ffff::1'])('the address %s is denied', (text) => {
  expect(hasAddress(text)).toBe(true);
});

it.each(['45.90.0.255', '45.90.2.0', '1.1.1.2', '2a0e:97c0:2::', '::ffff:1.1.1.1'])('the address %s is not', (text) => {
  expect(hasAddress(text)).toBe(false);
});

it.each(['', '*.example.com', 'com', '10.0.0.1/8', '10.0.0.0/33', 'http://example.com', 'a b.com', '127.1'])(
  '%j is no target to deny',
  (text) => {
    expect(parseDeniedTarget(text)).toBeNull();
    expect(() => createDenyList([text])).toThrow(RangeError);
  },
);
