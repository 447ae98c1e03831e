import { readdirSync, readFileSync } from 'node:fs';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { answerOwners } from './answer-owners.ts';
import { followAliases } from './chain.ts';
import { decodeMessage } from './decode.ts';
import { DnsFormatError } from './dns-format-error.ts';
import { encodeQuery } from './encode.ts';
import { peekHeader } from './header.ts';
import type { DnsMessage } from './message.ts';
import { nameKey, nameToWire, readName } from './name.ts';
import { readerOf } from './reader.ts';
import { titlesOf, typeMnemonic, typeNumber } from './record-types.ts';
import { keyTag } from './testing/key-tag.ts';
import { hexBytes, joinBytes, uint16s, type WireRecord, wireMessage } from './testing/wire-messages.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Milliseconds: far more than the most expensive message needs, far less than a hang. */
const MAX_MS = 2000;
/** Inputs of each test with changed or random records. */
const RUNS = 6000;
/** A quarter to a half of them are decoded; fewer would leave the checks of decoded messages untested. */
const LEAST_DECODED = fuzzRuns(RUNS) / 10;
const DNSKEY = typeNumber('DNSKEY');
let inputs = 0;

process.stdout.write(`dns-message fuzz: SONDE_FUZZ_SEED=${seed}\n`);

afterAll(() => {
  process.stdout.write(`dns-message fuzz: ${inputs} inputs\n`);
  expect(inputs).toBeGreaterThanOrEqual(fuzzRuns(20_000));
});

/** Decodes any bytes: the result must be a valid message or a DnsFormatError, within the time limit. */
function probe(bytes: Uint8Array): DnsMessage | null {
  inputs += 1;
  const start = cpuMs();
  try {
    const message = decodeMessage(bytes);
    checkPromises(message, bytes);
    checkOwners(message, bytes);
    return message;
  } catch (error) {
    if (error instanceof DnsFormatError) return null;
    throw error;
  } finally {
    expect(cpuMs() - start).toBeLessThan(MAX_MS);
  }
}

function checkPromises(message: DnsMessage, bytes: Uint8Array): void {
  expect(message.id).toBe(peekHeader(bytes).id);
  for (const { name } of message.questions) expect(name).toMatch(/^[!-~]+$/);
  for (const { name, type, ttlSeconds, fields } of [
    ...message.answers,
    ...message.authorities,
    ...message.additionals,
  ]) {
    expect(name).toMatch(/^[!-~]+$/);
    expect(ttlSeconds).toBeLessThan(2 ** 31);
    expect(fields).toHaveLength(titlesOf(type).length);
    // Printable characters only; spaces only between and inside fields.
    for (const field of fields) expect(field).toMatch(/^[ -~]*$/);
    if (type === DNSKEY) expect(keyTag(fields)).toBeLessThan(65_536);
  }
  for (const { name, type } of message.questions) {
    const { records } = followAliases(message.answers, name, type);
    expect(records.length).toBeLessThanOrEqual(message.answers.length);
  }
}

/** Reading only the owners gives the same as decoding the whole message. */
function checkOwners(message: DnsMessage, bytes: Uint8Array): void {
  if (message.isTruncated) return;
  const owners = [...answerOwners(bytes)].filter((one) => one.class === 1).map(({ name, type }) => ({ name, type }));
  expect(owners).toEqual(message.answers.map(({ name, type }) => ({ name, type })));
}

const samplesFolder = new URL('./samples/', import.meta.url);
const samples = readdirSync(samplesFolder)
  .filter((file) => file.endsWith('.hex'))
  .map((file) => hexBytes(readFileSync(new URL(file, samplesFolder), 'utf8')));
const sample = fc.constantFrom(...samples);
const octet = fc.nat({ max: 255 });
const uint16 = fc.nat({ max: 65_535 });
const anyType = fc.oneof(fc.constantFrom(...Array.from({ length: 262 }, (_, type) => type + 1)), uint16);

/** Labels and pointers in any order: compression loops, forward pointers, overlong names. */
const brokenName = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 5 }).map((label) => joinBytes(Uint8Array.of(label.length), label)),
      fc.nat({ max: 200 }).map((target) => uint16s(0xc000 | target)),
      octet.map((length) => Uint8Array.of(length)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => joinBytes(...parts));

const record: fc.Arbitrary<WireRecord> = fc.record({
  name: fc.oneof(fc.constant(Uint8Array.of(0)), fc.constant(uint16s(0xc00c)), brokenName),
  type: anyType,
  class: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: uint16 }),
  ttl: fc.nat({ max: 0xffff_ffff }),
  rdata: fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    brokenName,
    fc.tuple(brokenName, brokenName).map((two) => joinBytes(...two)),
  ),
});

/** Overwrites octets and cuts off the end. */
function mutate(bytes: Uint8Array, edits: readonly [place: number, value: number][], cut: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const [place, value] of edits) copy[place % copy.length] = value;
  return cut === 0 ? copy : copy.subarray(0, cut % copy.length);
}

function forAll<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, check: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, check), { seed, numRuns: fuzzRuns(numRuns) });
}

describe(`seed ${seed}`, () => {
  test('random bytes', () => {
    forAll(fc.uint8Array({ maxLength: 600 }), 4000, (bytes) => {
      probe(bytes);
    });
  });

  test('random bytes behind a plausible header', () => {
    const counts = fc.tuple(...Array.from({ length: 4 }, () => fc.nat({ max: 3 })));
    forAll(fc.tuple(uint16, counts, fc.uint8Array({ maxLength: 300 })), 4000, ([flags, few, body]) => {
      probe(joinBytes(uint16s(1, flags, ...few), body));
    });
  });

  test('records of every type with random RDATA and broken names', () => {
    let decoded = 0;
    forAll(fc.tuple(fc.constantFrom(0x8180, 0x8380), fc.array(record, { maxLength: 4 })), RUNS, ([flags, answers]) => {
      if (probe(wireMessage({ flags, questions: [hexBytes('0161 00 0001 0001')], answers })) !== null) decoded += 1;
    });
    expect(decoded).toBeGreaterThan(LEAST_DECODED);
  });

  test("BIND's replies, modified and truncated", () => {
    const edits = fc.array(fc.tuple(uint16, octet), { maxLength: 8 });
    const small = fc.constantFrom(...samples.filter(({ length }) => length < 1500));
    let decoded = 0;
    forAll(fc.tuple(small, edits, fc.oneof(fc.constant(0), uint16)), RUNS, ([bytes, changes, cut]) => {
      if (probe(mutate(bytes, changes, cut)) !== null) decoded += 1;
    });
    expect(decoded).toBeGreaterThan(LEAST_DECODED);
  });

  test('large replies with modified octets', () => {
    forAll(fc.tuple(sample, fc.array(fc.tuple(uint16, octet), { maxLength: 4 })), 500, ([bytes, changes]) => {
      probe(mutate(bytes, changes, 0));
    });
  });

  test('compression loops', () => {
    forAll(fc.tuple(brokenName, brokenName), 2000, ([first, second]) => {
      const question = joinBytes(first, uint16s(1, 1));
      probe(wireMessage({ questions: [question], answers: [{ name: second, type: 5, rdata: first }] }));
    });
  });

  test('wrong counts', () => {
    const counts = fc.tuple(uint16, uint16, uint16, uint16);
    forAll(fc.tuple(sample, counts, fc.boolean()), 1500, ([bytes, lies, isTruncated]) => {
      const copy = Uint8Array.from(bytes);
      copy.set(uint16s(...lies), 4);
      copy[2] = (copy[2] ?? 0) | (isTruncated ? 2 : 0);
      probe(copy);
    });
  });

  test('truncated RDATA and wrong lengths', () => {
    forAll(fc.tuple(record, uint16, fc.boolean()), 2500, ([one, length, isFar]) => {
      const rdataLength = isFar ? length : length % 100;
      probe(wireMessage({ answers: [{ ...one, rdataLength }], trailing: new Uint8Array(40) }));
    });
  });
});

describe('round trips', () => {
  const label = fc.uint8Array({ minLength: 1, maxLength: 20 });
  const wireName = fc
    .array(label, { maxLength: 8 })
    .map((labels) =>
      joinBytes(...labels.map((octets) => joinBytes(Uint8Array.of(octets.length), octets)), Uint8Array.of(0)),
    );

  test('a name has the same octets after decoding and encoding', () => {
    forAll(wireName, 2000, (wire) => {
      const name = readName(readerOf(wire), { mayPoint: false });
      expect(nameToWire(name)).toEqual(wire);
      expect(nameKey(nameKey(name))).toBe(nameKey(name));
    });
  });

  test('a query is the same after encoding and decoding', () => {
    const edns = fc.option(fc.record({ udpPayloadSizeBytes: uint16, isDnssecOk: fc.boolean() }));
    const query = fc.record({
      id: uint16,
      name: wireName.map((wire) => readName(readerOf(wire), { mayPoint: false })),
      type: uint16,
      isRecursionDesired: fc.boolean(),
      isCheckingDisabled: fc.boolean(),
      edns,
    });
    forAll(query, 2000, (asked) => {
      const { id, name, type, isRecursionDesired, isCheckingDisabled } = asked;
      expect(decodeMessage(encodeQuery(asked))).toMatchObject({
        id,
        isRecursionDesired,
        isCheckingDisabled,
        questions: [{ name, type, class: 1 }],
        hasEdns: asked.edns !== null,
      });
    });
  });

  test('any text is either a name or refused', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 300 }), 2000, (text) => {
      try {
        expect(nameToWire(text).length).toBeLessThanOrEqual(255);
      } catch (error) {
        expect(error).toBeInstanceOf(DnsFormatError);
      }
    });
  });

  test('every number has a mnemonic that leads back to it', () => {
    for (let type = 0; type < 65_536; type++) {
      if (typeNumber(typeMnemonic(type)) !== type) expect.fail(`type ${type}`);
    }
  });
});
