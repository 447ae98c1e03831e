import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDnsName } from './domain.ts';
import { toIpv4 } from './ipv4.ts';
import { toIpv6 } from './ipv6.ts';
import { toMacAddress } from './mac-address.ts';
import { readPasted } from './pasted.ts';

describe('the text for a field', () => {
  test.each([
    ['https://BÜCHER.test/', 'bücher.test'],
    ['me@Faß.test.', 'faß.test'],
    ['例え。テスト', '例え.テスト'],
    ['ｓｈｏｐ．ｔｅｓｔ', 'shop.test'],
    ['https://xn--bcher-kva.test/', 'xn--bcher-kva.test'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
  ])('of %s is %s', (value, text) => {
    expect(readPasted(value)?.text).toBe(text);
  });
});

describe('the URL', () => {
  test.each([
    ['hxxps://Shop[.]test/path?x=1#top', 'https://Shop.test/path?x=1#top'],
    ['<http://192.0.2.1>', 'http://192.0.2.1'],
    ['ssh://shop.test/', null],
    ['shop.test/path', null],
    ['shop.test', null],
    ['me@shop.test', null],
  ])('of %s is %s', (value, url) => {
    expect(readPasted(value)?.url).toBe(url);
  });
});

const host = fc.oneof(
  fc.domain().filter((name) => toDnsName(name) !== null),
  fc.ipV4(),
  fc.constantFrom('bücher.test', '例え.テスト', 'faß.test', '_dmarc.shop.test'),
);
const oneSpelling = (text: string) => toIpv4(text) ?? toIpv6(text) ?? toDnsName(text);
const word = fc.stringMatching(/^[a-z\d]{1,12}$/);
const port = fc.integer({ min: 1, max: 65_535 });

/** A host, and a text around it from which exactly this host must be read. */
const pasted = fc
  .record({ name: host, user: word, path: fc.webPath(), query: fc.webQueryParameters(), port })
  .chain(({ name, user, path, query, port }) =>
    fc
      .constantFrom(
        `https://${name}`,
        `https://${name}${path || '/'}?${query}`,
        `http://${user}@${name}:${port}${path || '/'}`,
        `hxxp://${name.replaceAll('.', '[.]')}/${user}`,
        `${name}:${port}`,
        `${user}@${name}`,
        `mailto:${user}@${name}?subject=${user}`,
        `${user} ${user} <${user}@${name}>`,
        `${name}.`,
        name.toUpperCase(),
      )
      .map((text) => ({ name, text })),
  );
const wrapping = fc.constantFrom('', ' ', '\ufeff', '\u200b', '\n', '\u200e');
const quotes = fc.constantFrom(['', ''], ['"', '"'], ['<', '>'], ['“', '”'], ['', ',']);

describe('any pasted text', () => {
  test('a host is extracted from everything put around it', () => {
    fc.assert(
      fc.property(pasted, wrapping, quotes, ({ name, text }, space, [first = '', last = '']) => {
        // Upper case turns ß into another name; nested brackets are not unwrapped.
        fc.pre(!(text.includes('SS') && name.includes('ß')) && !(first === '<' && text.endsWith('>')));
        expect(readPasted(`${space}${first}${text}${last}${space}`)?.host).toBe(oneSpelling(name));
      }),
      { numRuns: 3000 },
    );
  });

  test('IPv6 addresses are extracted from their brackets', () => {
    fc.assert(
      fc.property(fc.ipV6(), port, (address, number) => {
        fc.pre(toMacAddress(address) === null);
        const read = { host: toIpv6(address), kind: 'ipv6' };
        expect(readPasted(address)).toMatchObject({ ...read, port: null });
        expect(readPasted(`https://[${address}]:${number}/x`)).toMatchObject({ ...read, port: number });
      }),
    );
  });

  test('any text gives null, or a target that is read as itself', () => {
    const character = fc.constantFrom(...'ab1.:/@[]()<>"\'%?#\\ ,-_*\u200b\ufeffü。．ＡＳ０');
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: character, maxLength: 40 }), fc.webUrl());
    fc.assert(
      fc.property(text, (input) => {
        const read = readPasted(input);
        if (read === null) return;
        expect(readPasted(read.text)).toMatchObject({ host: read.host, text: read.text, kind: read.kind });
        expect(readPasted(read.host)).toMatchObject({ host: read.host, kind: read.kind, was: 'target' });
      }),
      { numRuns: 10_000 },
    );
  });

  test('two targets are not accepted', () => {
    fc.assert(
      fc.property(host, host, fc.constantFrom('\n', ' ', ', ', '\t'), (one, other, between) => {
        expect(readPasted(`https://${one}/${between}https://${other}/`)).toBeNull();
        expect(readPasted(`${one}${between}${other}`)).toBeNull();
      }),
    );
  });

  test.each([
    ['opening brackets', '['.repeat(8000)],
    ['at signs', '@'.repeat(8000)],
    ['schemes', 'a:'.repeat(4000)],
    ['quotes', '"<('.repeat(2700)],
    ['invisible characters', '\u200e'.repeat(8000)],
    ['spaces', `a${' '.repeat(8000)}b`],
    ['a document', 'shop.test '.repeat(100_000)],
  ])('many %s cost no time', (_, text) => {
    const started = performance.now();
    expect(readPasted(text)).toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
