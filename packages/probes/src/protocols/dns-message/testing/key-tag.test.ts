import { expect, test } from 'vitest';
import { DnsFormatError } from '../dns-format-error.ts';
import { keyTag } from './key-tag.ts';

test('the key of RFC 4034 section 5.4', () => {
  const key =
    'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7Orz' +
    'KBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==';
  expect(keyTag(['256', '3', '5', key])).toBe(60485);
});

test('the key of RFC 6605 section 6.1', () => {
  const key = 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==';
  expect(keyTag(['257', '3', '13', key])).toBe(55648);
});

test('for algorithm 1 it is taken from the modulus (RFC 4034 appendix B.1)', () => {
  expect(keyTag(['256', '3', '1', btoa('\x01\x03\xaa\x12\x34\x56')])).toBe(0x1234);
  expect(keyTag(['256', '3', '1', 'AA=='])).toBe(0);
});

test.each([[[]], [['256', '3', '13']], [['256', '3', '13', 'no base64']], [['x', '3', '13', 'AAAA']]])(
  '%j are not the fields of a key',
  (fields) => {
    expect(() => keyTag(fields)).toThrow(DnsFormatError);
  },
);
