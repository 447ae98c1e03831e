import { describe, expect, it } from 'vitest';
import { formatAddress, type IpAddress, parseAddress } from './ip-address.ts';
import { embeddedIpv4, parseTranslationPrefix, revealedPrefixes } from './nat64.ts';

function addressOf(text: string): IpAddress {
  const address = parseAddress(text);
  if (address === null) throw new RangeError(text);
  return address;
}

/** RFC 6052 section 2.4. */
const written = [
  [32, '2001:db8:c000:221::'],
  [40, '2001:db8:1c0:2:21::'],
  [48, '2001:db8:122:c000:2:2100::'],
  [56, '2001:db8:122:3c0:0:221::'],
  [64, '2001:db8:122:344:c0:2:2100::'],
  [96, '2001:db8:122:344::192.0.2.33'],
] as const;

describe('an IPv4 address behind a NAT64', () => {
  it.each(written)('is read with a prefix of %i bits', (length, text) => {
    expect(formatAddress(embeddedIpv4(addressOf(text), length))).toBe('192.0.2.33');
  });

  it('is read whatever bits 64 to 71 and the rest hold', () => {
    expect(formatAddress(embeddedIpv4(addressOf('2001:db8:122:344:ffc0:2:21ff:ffff'), 64))).toBe('192.0.2.33');
  });
});

describe('an address of ipv4only.arpa', () => {
  it.each([
    ['2a00:64:c000:aa::', '2a00:64::/32'],
    ['2a00:64:1c0:0:aa::', '2a00:64:100::/40'],
    ['2a00:64:122:c000:0:aa00::', '2a00:64:122::/48'],
    ['2a00:64:122:3c0:0:aa::', '2a00:64:122:300::/56'],
    ['2a00:64:122:344:c0:0:ab00:0', '2a00:64:122:344::/64'],
    ['2a00:64:122:344::c000:ab', '2a00:64:122:344::/96'],
  ])('%s reveals %s', (text, prefix) => {
    expect(revealedPrefixes(addressOf(text))).toEqual([parseTranslationPrefix(prefix)]);
  });

  it.each(['2a00:64::c000:ac', '2a00::1', '192.0.0.170'])('%s reveals nothing', (text) => {
    expect(revealedPrefixes(addressOf(text))).toEqual([]);
  });
});

it.each(['2001:db8::/33', '2001:db8::1/96', '10.0.0.0/32', 'x', '2001:db8::'])('%j is no prefix', (text) => {
  expect(parseTranslationPrefix(text)).toBeNull();
});
