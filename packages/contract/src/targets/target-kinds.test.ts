import { describe, expect, test } from 'vitest';
import { exampleOf, kindsInWords } from './kind-words.ts';
import { targetKinds } from './target-kinds.ts';
import { readTargetOrUrl } from './url.ts';

describe('readTargetOrUrl', () => {
  test.each(targetKinds)('the example of %s is in canonical form, and is read as nothing else', (kind) => {
    expect(readTargetOrUrl(exampleOf(kind))).toEqual({ kind, target: exampleOf(kind) });
  });

  test.each([
    ['as 15169', 'as-number', 'AS15169'],
    ['Example.COM.', 'domain', 'example.com'],
    ['010.0.0.1', 'ipv4', '10.0.0.1'],
    ['2001:DB8:0:0:0:0:0:1', 'ipv6', '2001:db8::1'],
    ['00:11:22:33:44:55:66:77', 'mac-address', '00:11:22:33:44:55:66:77'],
    ['0:11:22:33:44:55:66:77', 'ipv6', '0:11:22:33:44:55:66:77'],
    ['aaaa.bbbb.cafe', 'domain', 'aaaa.bbbb.cafe'],
    ['https://Example.com', 'url', 'https://example.com/'],
  ])('%s is of kind %s', (text, kind, target) => {
    expect(readTargetOrUrl(text)).toEqual({ kind, target });
  });

  test('returns only the requested kinds', () => {
    expect(readTargetOrUrl('aaaa.bbbb.cafe', ['mac-address'])?.target).toBe('aa:aa:bb:bb:ca:fe');
    expect(readTargetOrUrl('00:11:22:33:44:55:66:77', ['ipv6'])?.target).toBe('0:11:22:33:44:55:66:77');
    expect(readTargetOrUrl('example.com', ['ipv4', 'ipv6'])).toBeNull();
  });

  test.each(['', ' ', 'localhost', '15169', '192.0.2.0/24', 'shop.test:443'])('%j is not a target', (text) => {
    expect(readTargetOrUrl(text)).toBeNull();
  });
});

test.each([
  [['domain'], 'a domain name'],
  [['ipv4', 'ipv6'], 'an IP address'],
  [['domain', 'ipv4', 'ipv6', 'as-number'], 'a domain name, an IP address or an AS number'],
] as const)('%j in words', (kinds, words) => {
  expect(kindsInWords(kinds)).toBe(words);
});
