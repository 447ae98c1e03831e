import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { decodeMessage } from './decode.ts';
import { DnsFormatError } from './dns-format-error.ts';
import { nameToWire } from './name.ts';
import { hexBytes, joinBytes, uint16s, type WireRecord, wireMessage, wireQuestion } from './testing/wire-messages.ts';

const A = 1;
const OPT = 41;
const address = (last: number): WireRecord => ({
  name: nameToWire('www.example'),
  type: A,
  rdata: Uint8Array.of(192, 0, 2, last),
});
const opt = (more: Partial<WireRecord> = {}): WireRecord => ({
  type: OPT,
  class: 1232,
  ttl: 0,
  rdata: new Uint8Array(),
  ...more,
});
const TRUNCATED = 0x8380;

describe('records', () => {
  test('are listed in their sections, names unchanged', () => {
    const message = decodeMessage(
      wireMessage({
        questions: [wireQuestion('WWW.Example', A)],
        answers: [{ ...address(1), name: uint16s(0xc00c) }],
        authorities: [address(2)],
        additionals: [address(3), opt()],
      }),
    );
    expect(message).toMatchObject({
      hasEdns: true,
      questions: [{ name: 'WWW.Example', type: 1, class: 1 }],
      answers: [{ name: 'WWW.Example', type: 1, ttlSeconds: 300, fields: ['192.0.2.1'] }],
      authorities: [{ name: 'www.example', fields: ['192.0.2.2'] }],
      additionals: [{ name: 'www.example', fields: ['192.0.2.3'] }],
    });
  });

  test.each([
    [0, 0],
    [0x7fff_ffff, 0x7fff_ffff],
    [0x8000_0000, 0],
    [0xffff_ffff, 0],
  ])('a TTL of %i counts as %i', (ttl, ttlSeconds) => {
    expect(decodeMessage(wireMessage({ answers: [{ ...address(1), ttl }] })).answers[0]?.ttlSeconds).toBe(ttlSeconds);
  });

  test('of another class are left out, whatever they contain', () => {
    const chaos: WireRecord = { type: A, class: 3, rdata: Uint8Array.of(1) };
    expect(decodeMessage(wireMessage({ answers: [chaos, address(2), chaos] })).answers).toHaveLength(1);
  });

  test('are read without a question section, too', () => {
    expect(decodeMessage(wireMessage({ answers: [address(1)] })).answers).toHaveLength(1);
  });

  test('may be followed by other bytes, which are ignored', () => {
    const message = decodeMessage(wireMessage({ answers: [address(1)], trailing: hexBytes('DEADBEEF') }));
    expect(message.answers).toHaveLength(1);
  });

  test('are read from a view of a larger buffer', () => {
    const bytes = wireMessage({
      questions: [wireQuestion('www.example', A)],
      answers: [{ ...address(9), name: uint16s(0xc00c) }],
    });
    const message = decodeMessage(
      joinBytes(hexBytes('0102030405'), bytes, hexBytes('0607')).subarray(5, 5 + bytes.length),
    );
    expect(message).toEqual(decodeMessage(bytes));
  });
});

describe('EDNS', () => {
  test('the extended RCODE is part of the RCODE', () => {
    expect(decodeMessage(wireMessage({ flags: 0x8180, additionals: [opt({ ttl: 0x0100_0000 })] })).rcode).toBe(16);
    expect(decodeMessage(wireMessage({ flags: 0x8187, additionals: [opt({ ttl: 0xff00_8000 })] })).rcode).toBe(0xff7);
    expect(decodeMessage(wireMessage({ flags: 0x8185 }))).toMatchObject({ rcode: 5, hasEdns: false });
  });

  test('OPT is not listed as a record, with or without options', () => {
    const message = decodeMessage(
      wireMessage({ additionals: [opt({ rdata: hexBytes('000F 0003 000041 000A 0000') })] }),
    );
    expect(message).toMatchObject({ hasEdns: true, additionals: [] });
  });

  test.each<[string, Parameters<typeof wireMessage>[0]]>([
    ['twice', { additionals: [opt(), opt()] }],
    ['among the answers', { answers: [opt()] }],
    ['among the authorities', { authorities: [opt()] }],
    ['with an owner', { additionals: [opt({ name: nameToWire('a') })] }],
    ['with an option that is cut', { additionals: [opt({ rdata: hexBytes('000F 0003 0000') })] }],
    ['with half an option', { additionals: [opt({ rdata: hexBytes('00') })] }],
  ])('OPT %s is refused', (_, message) => {
    expect(() => decodeMessage(wireMessage(message))).toThrow(DnsFormatError);
  });
});

describe('malformed messages are refused', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['eleven bytes', new Uint8Array(11)],
    ['more than 65535 bytes', new Uint8Array(65_536)],
    ['counts of 65535 each', wireMessage({ answers: [address(1)], counts: [0, 65_535, 65_535, 65_535] })],
    ['65535 questions', wireMessage({ counts: [65_535, 0, 0, 0] })],
    ['one question too few', wireMessage({ counts: [1, 0, 0, 0] })],
    ['one record too few', wireMessage({ answers: [address(1)], counts: [0, 2, 0, 0] })],
    ['RDLENGTH past the end', wireMessage({ answers: [{ ...address(1), rdataLength: 5 }] })],
    ['RDLENGTH of 65535', wireMessage({ answers: [{ ...address(1), rdataLength: 65_535 }] })],
    ['RDLENGTH short of the address', wireMessage({ answers: [{ ...address(1), rdataLength: 3 }] })],
    [
      'a name inside RDATA that runs past it',
      wireMessage({ answers: [{ type: 2, rdata: hexBytes('02 61') }], trailing: hexBytes('61 00') }),
    ],
    [
      'a string inside RDATA that runs past it',
      wireMessage({ answers: [{ type: 16, rdata: hexBytes('03 61') }], trailing: hexBytes('6161') }),
    ],
  ])('%s', (_, bytes) => {
    expect(() => decodeMessage(bytes)).toThrow(DnsFormatError);
  });

  test('a message truncated at any octet', () => {
    const bytes = wireMessage({ questions: [wireQuestion('www.example', A)], answers: [address(1), address(2)] });
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeMessage(bytes.subarray(0, length)), `${length} bytes`).toThrow(DnsFormatError);
    }
  });
});

describe('a truncated reply (TC flag)', () => {
  const whole = wireMessage({
    flags: TRUNCATED,
    questions: [wireQuestion('www.example', A)],
    answers: [address(1), address(2), address(3)],
    additionals: [opt()],
  });

  test('has the records that are complete', () => {
    const oneRecord = 27;
    const cutInThird = whole.subarray(0, whole.length - 11 - 1);
    expect(decodeMessage(cutInThird)).toMatchObject({ isTruncated: true, hasEdns: false });
    expect(decodeMessage(cutInThird).answers.map(({ fields }) => fields[0])).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(decodeMessage(whole.subarray(0, whole.length - 11 - oneRecord)).answers).toHaveLength(2);
  });

  test('may announce more records than it has', () => {
    const counted = wireMessage({ flags: TRUNCATED, answers: [address(1)], counts: [0, 65_535, 65_535, 65_535] });
    expect(decodeMessage(counted).answers).toHaveLength(1);
  });

  test('is refused nevertheless if a complete record is malformed', () => {
    const broken = wireMessage({ flags: TRUNCATED, answers: [{ type: A, rdata: hexBytes('C00002') }] });
    const looping = wireMessage({ flags: TRUNCATED, answers: [{ ...address(1), name: uint16s(0xc00c) }] });
    expect(() => decodeMessage(broken)).toThrow(DnsFormatError);
    expect(() => decodeMessage(looping)).toThrow('does not lead backwards');
  });
});

/** The least of several runs, which what runs beside it disturbs least. */
function leastCpuMs(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = cpuMs();
    work();
    return cpuMs() - start;
  });
  return Math.min(...times);
}

test('a message full of the most expensive names takes little longer to read than one of short names', () => {
  // A name of 255 octets, all of which need escapes, with a pointer for every label, as owner of as many records as fit. It
  // is in the RDATA of the first record, which starts at offset 23.
  const labels = 126;
  const place = (label: number) => (label === 0 ? 23 : 20 + 4 * label);
  const steps = Array.from({ length: labels }, (_, at) => joinBytes(Uint8Array.of(1, 0), uint16s(0xc000 | place(at))));
  const first: WireRecord = { type: 65_280, rdata: joinBytes(Uint8Array.of(0), ...steps) };
  const owner = uint16s(0xc000 | place(labels - 1));
  const messageOf = (name: Uint8Array) => {
    const others = Array.from({ length: 5400 }, (): WireRecord => ({ name, type: 65_280, rdata: new Uint8Array() }));
    return wireMessage({ answers: [first, ...others] });
  };
  const [bytes, short] = [messageOf(owner), messageOf(uint16s(0xc000 | place(0)))];
  // Far longer if every pointer were followed anew.
  expect(leastCpuMs(() => decodeMessage(bytes))).toBeLessThan(5 * leastCpuMs(() => decodeMessage(short)));
  const { answers } = decodeMessage(bytes);
  expect(answers.at(-1)?.name).toBe(Array.from({ length: labels - 1 }, () => '\\000').join('.'));
  expect(bytes.length).toBeGreaterThan(65_000);
});
