import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDnsName } from './domain.ts';
import { toUnicodeName } from './unicode-name.ts';

describe('the Unicode spelling of a name', () => {
  test.each([
    ['xn--bcher-kva.de', 'bücher.de'],
    ['www.xn--bcher-kva.de', 'www.bücher.de'],
    ['_dmarc.xn--bcher-kva.de', '_dmarc.bücher.de'],
    ['xn--fa-hia.de', 'faß.de'],
    ['xn--r8jz45g.xn--zckzah', '例え.テスト'],
    ['example.xn--p1ai', 'example.рф'],
    ['xn--i-7iq.ws', 'i❤.ws'],
    // Samples of RFC 3492 section 7.1: Chinese, Hindi, Russian.
    ['xn--ihqwcrb4cv8a8dqg056pqjye.test', '他们为什么不说中文.test'],
    ['xn--i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd.test', 'यहलोगहिन्दीक्योंनहींबोलसकतेहैं.test'],
    ['xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.test', 'почемужеонинеговорятпорусски.test'],
  ])('of %s', (name, unicode) => {
    expect(toUnicodeName(name)).toBe(unicode);
  });

  test.each([
    'example.com',
    'xn--.com', // nothing encoded
    'xn--a.com', // no valid A-label
    'xn--bcher-kva9.de',
    'xn--99999999999999999999.de', // beyond Unicode
    'xn--com-.de', // plain ASCII in disguise
    'xn--Bcher-Kva.de',
    'ab--cd.com',
  ])('there is none of %s', (name) => {
    expect(toUnicodeName(name)).toBeNull();
  });

  test('is the same as in Node, for every valid DNS name', () => {
    const letter = fc.constantFrom(...'abcz019-äöüßéñçøåжшяמלאαωの例え漢字한글ไทยहिन्दी𐌰');
    const label = fc.string({ unit: letter, minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(label, label, (one, other) => {
        const name = toDnsName(`${one}.${other}.test`);
        fc.pre(name?.includes('xn--') === true);
        expect(toUnicodeName(name ?? '')).toBe(domainToUnicode(name ?? ''));
      }),
      { numRuns: 3000 },
    );
  });

  test('any text gives null, or a spelling that maps back to it', () => {
    const text = fc.stringMatching(/^xn--[a-z\d-]{1,59}$/).map((label) => `${label}.test`);
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (name) => {
        const unicode = toUnicodeName(name);
        if (unicode !== null) expect(toDnsName(unicode)).toBe(name);
      }),
      { numRuns: 5000 },
    );
  });
});
