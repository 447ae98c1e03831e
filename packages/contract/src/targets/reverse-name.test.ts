import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toIpv4 } from './ipv4.ts';
import { toIpv6 } from './ipv6.ts';
import { addressOfReverseName, toReverseName } from './reverse-name.ts';

describe('the reverse name of an address', () => {
  test.each(['', 'example.com', '192.0.2', 'AS64496'])('%j has no reverse name', (text) => {
    expect(toReverseName(text)).toBeNull();
  });

  test('leads back to the address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const name = toReverseName(address) ?? '';
        expect(addressOfReverseName(name)).toBe(toIpv4(address) ?? toIpv6(address));
        expect(addressOfReverseName(name.toUpperCase())).toBe(toIpv4(address) ?? toIpv6(address));
      }),
    );
  });

  test.each([
    '2.0.192.in-addr.arpa', // a network
    '1.2.0.192.in-addr.arpa.example',
    '256.2.0.192.in-addr.arpa',
    '01.2.0.192.in-addr.arpa',
    '1.0/25.2.0.192.in-addr.arpa', // RFC 2317
    '8.b.d.0.1.0.0.2.ip6.arpa',
    'in-addr.arpa',
    'example.com',
  ])('%s is not of one address', (name) => {
    expect(addressOfReverseName(name)).toBeNull();
  });
});
