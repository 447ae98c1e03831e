import { describe, expect, test } from 'vitest';
import { readDer } from './der.ts';
import { generalName } from './general-names.ts';
import { distinguishedName } from './names.ts';
import { X509FormatError } from './x509-format-error.ts';

const value = (tag: number, ...content: number[]): number[] => [tag, content.length, ...content];
const octets = (text: string): number[] => [...new TextEncoder().encode(text)];
const identifiers = { CN: [0x55, 4, 3], O: [0x55, 4, 10], unknown: [0x2a, 3, 4] } as const;

const attribute = (name: keyof typeof identifiers, tag: number, content: readonly number[]) =>
  value(0x30, ...value(0x06, ...identifiers[name]), ...value(tag, ...content));
/** A name with one attribute per RDN. */
const nameOf = (...attributes: number[][]) =>
  distinguishedName(readDer(Uint8Array.from(value(0x30, ...attributes.flatMap((one) => value(0x31, ...one))))));

const UTF8 = 0x0c;

describe('names (RFC 4514)', () => {
  test.each([
    ['plain', 'CN=plain'],
    ['a,b+c"d\\e<f>g;h', String.raw`CN=a\,b\+c\"d\\e\<f\>g\;h`],
    [' both ', String.raw`CN=\ both\ `],
    ['#hash', String.raw`CN=\#hash`],
    ['Bücher 書', 'CN=Bücher 書'],
    ['line\nend\u0000\u001b[31m', String.raw`CN=line\0Aend\00\1B[31m`],
    ['', 'CN='],
  ])('%j is written %s', (text, shown) => {
    expect(nameOf(attribute('CN', UTF8, octets(text))).text).toBe(shown);
  });

  test('writes the last RDN first, and keeps the attributes of one RDN together', () => {
    const together = [...attribute('CN', UTF8, octets('b')), ...attribute('O', UTF8, octets('c'))];
    const name = nameOf(attribute('O', UTF8, octets('a')), together);
    expect(name.text).toBe('CN=b+O=c,O=a');
    expect(name.commonNames).toEqual(['b']);
  });

  test('other kinds of strings, unknown attributes and values that are not strings', () => {
    expect(nameOf(attribute('CN', 0x1e, [0x66, 0xf8, 0, 0x41])).text).toBe('CN=書A');
    expect(nameOf(attribute('CN', 0x1c, [0, 0, 0x66, 0xf8])).text).toBe('CN=書');
    expect(nameOf(attribute('CN', 0x14, [0xfc])).text).toBe('CN=ü');
    expect(nameOf(attribute('CN', UTF8, [0xff])).text).toBe('CN=\ufffd');
    expect(nameOf(attribute('unknown', UTF8, octets('x'))).text).toBe('1.2.3.4=#0c0178');
    expect(nameOf(attribute('CN', 0x02, [5])).text).toBe('CN=#020105');
    expect(nameOf().text).toBe('');
  });
});

describe('alternative names', () => {
  const read = (tag: number, content: readonly number[]) => {
    const { kind, text } = generalName(readDer(Uint8Array.from(value(tag, ...content))));
    return `${kind} ${text}`;
  };

  test.each([
    [0x82, octets('a.test'), 'dns a.test'],
    [0x81, octets('a@b.test'), 'email a@b.test'],
    [0x86, octets('https://a.test/'), 'uri https://a.test/'],
    [0x87, [192, 0, 2, 1], 'ip 192.0.2.1'],
    [0x87, [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 'ip 2001:db8::1'],
    [0x87, [0x20, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1], 'ip 2001:0:0:1::1'],
    [0x87, new Array<number>(16).fill(0), 'ip ::'],
    [0x87, [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0], 'ip 1:2:3:4:5:6:7:0'],
    [0x87, [10, 0, 0, 0, 255, 0, 0, 0], 'ip 10.0.0.0/255.0.0.0'],
    [0x87, [1, 2, 3], 'ip 010203'],
    [0x88, [0x2a, 3, 4], 'registered 1.2.3.4'],
    [0xa4, value(0x30, ...value(0x31, ...attribute('CN', UTF8, octets('x')))), 'directory CN=x'],
    [0xa0, [...value(0x06, 0x2a, 3, 4), ...value(0xa0, ...value(UTF8, ...octets('user')))], 'other 1.2.3.4:user'],
  ])('%i is read', (tag, content, shown) => {
    expect(read(tag, content)).toBe(shown);
  });

  test('rejects a malformed name inside another name', () => {
    expect(() => read(0xa4, [0x05, 0])).toThrow(X509FormatError);
    expect(() => read(0xa0, value(0x06, 0x2a))).toThrow(X509FormatError);
  });
});
