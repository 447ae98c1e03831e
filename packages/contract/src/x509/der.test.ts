import { describe, expect, test } from 'vitest';
import { objectIdentifier, readDer, readOnly, smallInteger } from './der.ts';
import { timeOf } from './text.ts';
import { X509FormatError } from './x509-format-error.ts';

const read = (...octets: number[]) => readDer(Uint8Array.from(octets));
const timeIn = (tag: number, text: string) => timeOf(read(tag, text.length, ...new TextEncoder().encode(text)));

describe('values', () => {
  test('lengths of one octet and more', () => {
    expect(read(0x04, 2, 7, 8, 9).content).toEqual(Uint8Array.of(7, 8));
    expect(read(0x04, 0x81, 1, 7).whole).toHaveLength(4);
    expect(read(0x04, 0x82, 0, 1, 7).content).toEqual(Uint8Array.of(7));
  });

  test.each([
    [[0x04]],
    [[0x04, 1]],
    [[0x04, 0x80, 0, 0]],
    [[0x04, 0x82, 1]],
    [[0x04, 0x85, 0, 0, 0, 0, 1, 7]],
    [[0x04, 0x84, 0xff, 0xff, 0xff, 0xff, 7]],
    [[0x1f, 0x81, 1, 0]],
  ])('%j is none', (octets) => {
    expect(() => read(...octets)).toThrow(X509FormatError);
  });

  test('rejects anything after the only value', () => {
    expect(() => readOnly(Uint8Array.of(0x04, 0, 0), 0x04)).toThrow(X509FormatError);
    expect(() => readOnly(Uint8Array.of(0x04, 0), 0x05)).toThrow(X509FormatError);
  });

  test('numbers', () => {
    expect(smallInteger(read(0x02, 2, 1, 0))).toBe(256);
    expect(() => smallInteger(read(0x02, 1, 0x80))).toThrow(X509FormatError);
    expect(() => smallInteger(read(0x02, 6, 1, 0, 0, 0, 0, 0))).toThrow(X509FormatError);
    expect(() => smallInteger(read(0x02, 0))).toThrow(X509FormatError);
  });

  test('object identifiers', () => {
    expect(objectIdentifier(read(0x06, 6, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d))).toBe('1.2.840.113549');
    expect(objectIdentifier(read(0x06, 2, 0x88, 0x37))).toBe('2.999');
    expect(objectIdentifier(read(0x06, 1, 0))).toBe('0.0');
    expect(() => objectIdentifier(read(0x06, 0))).toThrow(X509FormatError);
    expect(() => objectIdentifier(read(0x06, 1, 0x86))).toThrow(X509FormatError);
    expect(() => objectIdentifier(read(0x06, 12, ...new Array<number>(11).fill(0xff), 1))).toThrow(X509FormatError);
  });
});

describe('times (RFC 5280 section 4.1.2.5)', () => {
  const [utc, generalized] = [0x17, 0x18];

  test.each([
    [utc, '261121180000Z', '2026-11-21T18:00:00.000Z'],
    [utc, '491231235959Z', '2049-12-31T23:59:59.000Z'],
    [utc, '500101000000Z', '1950-01-01T00:00:00.000Z'],
    [utc, '2611211800Z', '2026-11-21T18:00:00.000Z'],
    [generalized, '20500101000000Z', '2050-01-01T00:00:00.000Z'],
    [generalized, '99991231235959Z', '9999-12-31T23:59:59.000Z'],
    [generalized, '20261121180000.25Z', '2026-11-21T18:00:00.000Z'],
  ])('%i %s', (tag, text, iso) => {
    expect(timeIn(tag, text)?.toISOString()).toBe(iso);
  });

  test.each([
    [utc, '260231000000Z'],
    [utc, '261121250000Z'],
    [utc, '261121180000+0100'],
    [utc, ''],
    [generalized, '20261121180000'],
  ])('%i %j is none', (tag, text) => {
    expect(timeIn(tag, text)).toBeNull();
  });
});
