import { describe, expect, test } from 'vitest';
import { DnsFormatError } from './dns-format-error.ts';
import { labelsOf, nameKey, nameOctets, nameToWire, readName } from './name.ts';
import { readerOf } from './reader.ts';
import { hexBytes, joinBytes, uint16s } from './testing/wire-messages.ts';

const header = new Uint8Array(12);

/** Reads the name that starts at `offset` of a message with these bytes after the header. */
function read(offset: number, ...parts: readonly Uint8Array[]) {
  const reader = readerOf(joinBytes(header, ...parts));
  reader.offset = offset;
  return { text: readName(reader, { mayPoint: true }), next: reader.offset };
}

const pointer = (target: number) => uint16s(0xc000 | target);
const label = (length: number) => joinBytes(Uint8Array.of(length), new Uint8Array(length).fill(0x61));

describe('reading', () => {
  test('the example of RFC 1035 section 4.1.4', () => {
    const arpa = hexBytes('01 46 03 495349 04 41525041 00');
    const foo = joinBytes(hexBytes('03 464F4F'), pointer(12));
    expect(read(12, arpa, foo)).toEqual({ text: 'F.ISI.ARPA', next: 24 });
    expect(read(24, arpa, foo)).toEqual({ text: 'FOO.F.ISI.ARPA', next: 30 });
    expect(read(30, arpa, foo, pointer(18))).toEqual({ text: 'ARPA', next: 32 });
    expect(read(24, arpa, hexBytes('00'))).toEqual({ text: '.', next: 25 });
    expect(read(24, arpa, pointer(23))).toEqual({ text: '.', next: 26 });
  });

  test('characters that are special in zone files are escaped', () => {
    expect(read(12, joinBytes(Uint8Array.of(12), hexBytes('2E5C22282940243B20007FFF'), hexBytes('00'))).text).toBe(
      '\\.\\\\\\"\\(\\)\\@\\$\\;\\032\\000\\127\\255',
    );
    expect(read(12, hexBytes('09 2A5F2D413A7A2F3C3E 00')).text).toBe('*_-A:z/<>');
  });

  test('a label may have 63 octets, but not 64', () => {
    expect(read(12, label(63), hexBytes('00')).text).toHaveLength(63);
    expect(() => read(12, label(64), hexBytes('00'))).toThrow('label type');
    expect(() => read(12, hexBytes('8061 00'))).toThrow('label type');
  });

  test('a name may have 255 octets, but not 256, however it is compressed', () => {
    const long = joinBytes(label(63), label(63), label(63), label(61), hexBytes('00'));
    const longer = joinBytes(label(63), label(63), label(63), label(62), hexBytes('00'));
    expect(read(12, long).text).toHaveLength(253);
    expect(() => read(12, longer)).toThrow('255 octets');
    const tail = joinBytes(label(63), label(63), label(63), hexBytes('00'));
    expect(read(205, tail, label(61), pointer(12)).text).toHaveLength(253);
    expect(() => read(205, tail, label(62), pointer(12))).toThrow('255 octets');
  });

  test.each<[string, Uint8Array[]]>([
    ['to itself', [pointer(12)]],
    ['to its own start', [hexBytes('0161'), pointer(12)]],
    ['into the middle of its own label', [hexBytes('020161'), pointer(13)]],
    ['forwards', [pointer(14), hexBytes('00')]],
    ['beyond the end', [pointer(0x3fff)]],
  ])('a pointer %s is refused', (_, parts) => {
    expect(() => read(12, ...parts)).toThrow('does not lead backwards');
  });

  test('two pointers to each other are refused', () => {
    expect(() => read(14, pointer(14), pointer(12))).toThrow('does not lead backwards');
  });

  test('a pointer into the header is refused', () => {
    expect(() => read(12, pointer(11))).toThrow('into the header');
  });

  test('126 pointers are followed, 127 are not', () => {
    const chain = [hexBytes('00'), ...Array.from({ length: 127 }, (_, i) => pointer(i === 0 ? 12 : 11 + 2 * i))];
    expect(read(13 + 2 * 125, ...chain).text).toBe('.');
    expect(() => read(13 + 2 * 126, ...chain)).toThrow('too many');
  });

  test.each(['', '03', '036162', '0361626', '01 61', 'C0'])('%j is truncated', (hex) => {
    const reading = () => read(12, hexBytes(hex));
    expect(reading).toThrow(DnsFormatError);
    expect(reading).toThrow(expect.objectContaining({ isCut: true }));
  });
});

describe('writing', () => {
  test.each([
    ['.', '00'],
    ['a', '0161 00'],
    ['a.', '0161 00'],
    ['_x.Ab.c', '025F78 024162 0163 00'],
    ['a\\.b', '03612E62 00'],
    ['\\000\\255\\065\\a\\\\', '0500FF41615C 00'],
    ['a\\.', '02612E 00'],
  ])('%j', (name, hex) => {
    expect(nameToWire(name)).toEqual(hexBytes(hex));
    expect(nameOctets(name)).toBe(hexBytes(hex).length);
  });

  test.each([
    ['nothing', ''],
    ['an empty label in front', '.a'],
    ['an empty label inside', 'a..b'],
    ['two final dots', 'a..'],
    ['a label of 64', 'a'.repeat(64)],
    ['a label of 64 escapes', '\\001'.repeat(64)],
    ['256 octets', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}`],
    ['an escape of nothing', 'a\\'],
    ['an escape of two digits', 'a\\12'],
    ['an escape above 255', 'a\\256'],
    ['a letter beyond ASCII', 'bücher.example'],
    ['an escaped letter beyond ASCII', '\\ü.example'],
    ['an emoji', '😀.example'],
    ['a megabyte', 'a.'.repeat(500_000)],
  ])('%s is refused', (_, name) => {
    expect(() => nameToWire(name)).toThrow(DnsFormatError);
  });

  test('253 characters in labels of at most 63 are a valid name', () => {
    const name = [63, 63, 63, 61].map((length) => 'a'.repeat(length)).join('.');
    expect(nameToWire(name)).toHaveLength(255);
  });
});

describe('comparing', () => {
  test.each([
    ['WWW.Example.COM', 'www.example.com.'],
    ['a\\.b.c', 'A\\046B.C'],
    ['\\097', '\\065'],
    ['a\\032b', 'a\\ b'],
    ['.', '.'],
    ['\\\\.x', '\\092.X.'],
  ])('%j is %j', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ['a.b', 'a\\.b'],
    ['a', 'b'],
    // The Kelvin sign folds to an ASCII letter in Unicode, but not in DNS.
    ['k', '\u212a'],
  ])('%j is not %j', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });
});

test('labels keep their escapes', () => {
  expect(labelsOf('a\\.b.\\046.c.')).toEqual(['a\\.b', '\\046', 'c']);
  expect(labelsOf('.')).toEqual([]);
});
