import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digest, sha1, verify } from '../../engines/walk/cryptography.ts';
import { decodeMessage } from '../dns-message/decode.ts';
import { DnsFormatError } from '../dns-message/dns-format-error.ts';
import type { ResourceRecord } from '../dns-message/message.ts';
import { keyBits } from './algorithms.ts';
import { denialOf, denialsAbout } from './denial.ts';
import { keyOfDs } from './digests.ts';
import { dnskeyOf, dsOf } from './records.ts';
import { checkSignatures, recordSet, signaturesOver } from './signatures.ts';

/*
 * Processes malicious messages completely: decoding with octets, canonical form, keys, digests, signatures and denials.
 * Their frame is valid, so that they get that far; the content is arbitrary.
 */

/** A run of 50,000 takes half a minute: `FUZZ_RUNS=50000 npx vitest run dnssec.fuzz`. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? fuzzRuns(5000));
const names = ['\x00', '\x04test\x00', '\x01a\x04test\x00', '\x01*\x04test\x00', '\xc0\x0c'];
const types = [1, 2, 5, 6, 15, 35, 43, 46, 47, 48, 50, 51, 59, 60];

const name = fc.constantFrom(...names).map((text) => Buffer.from(text, 'latin1'));
const noise = fc.uint8Array({ maxLength: 60 }).map((octets) => Buffer.from(octets));
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const small = fc.constantFrom(0, 1, 2, 3, 5, 7, 8, 10, 13, 14, 15, 16, 255);

const bytes = (...values: readonly number[]) => Buffer.from(values);
const some = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((octets) => Buffer.from(octets));
const bitMap = fc.constantFrom(Buffer.alloc(0), bytes(0, 1, 0x22), bytes(0, 6, 0x20, 0, 0, 0, 0, 0x13));
const hash = small.map((octet) => Buffer.alloc(20, octet));
const ofType = (type: number, parts: readonly fc.Arbitrary<Buffer>[]) =>
  fc.tuple(...parts).map((all) => ({ type, rdata: Buffer.concat(all) }));
const octet = small.map((value) => bytes(value));

/** RDATA in the form of its type, and occasionally random. */
const typed = fc.oneof(
  {
    weight: 4,
    arbitrary: ofType(48, [fc.constantFrom(bytes(1, 1, 3), bytes(1, 0, 3), bytes(1, 129, 3)), octet, some]),
  },
  { weight: 3, arbitrary: ofType(43, [octet, octet, octet, octet, some]) },
  {
    weight: 6,
    arbitrary: ofType(46, [
      fc.constantFrom(...types).map(uint16),
      octet,
      octet,
      fc.constant(Buffer.alloc(14, 7)),
      name.filter((one) => one[0] !== 0xc0),
      some,
    ]),
  },
  { weight: 3, arbitrary: ofType(47, [name.filter((one) => one[0] !== 0xc0), bitMap]) },
  {
    weight: 3,
    arbitrary: ofType(50, [fc.constant(bytes(1)), octet, octet, octet, fc.constant(bytes(2, 9, 9, 20)), hash, bitMap]),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...types), noise).map(([type, rdata]) => ({ type, rdata })) },
);

const frame = fc
  .tuple(name, typed)
  .map(([owner, { type, rdata }]) =>
    Buffer.concat([owner, uint16(type), uint16(1), Buffer.alloc(4), uint16(rdata.length), rdata]),
  );

const message = fc.array(frame, { maxLength: 6 }).map((frames) => {
  const header = Buffer.from([0, 1, 0x84, 0, 0, 1, 0, frames.length, 0, 0, 0, 0]);
  const question = Buffer.concat([Buffer.from('\x01a\x04test\x00', 'latin1'), uint16(48), uint16(1)]);
  return Buffer.concat([header, question, ...frames]);
});

function recordsIn(sent: Buffer): readonly ResourceRecord[] {
  try {
    return decodeMessage(sent, { keepOctets: true }).answers;
  } catch (error) {
    if (error instanceof DnsFormatError) return [];
    throw error;
  }
}

test('processes malicious messages within the limits', () => {
  let read = 0;
  fc.assert(
    fc.property(message, (sent) => {
      const records = recordsIn(sent);
      read += records.length;
      const keys = records.flatMap((record) => dnskeyOf(record) ?? []);
      for (const key of keys) keyBits(key.algorithm, key.publicKey);
      for (const record of records) {
        const ds = dsOf(record);
        if (ds !== null) keyOfDs('a.test', ds, keys, digest);
        const set = recordSet(records, record.name, record.type);
        const budget = { left: 200 };
        if (set !== null) {
          const signatures = signaturesOver(records, record.name, record.type);
          checkSignatures(set, signatures, keys, 'test', { verify, nowSeconds: 1, budget });
        }
        expect(budget.left).toBeGreaterThanOrEqual(184);
      }
      for (const what of ['name', 'data', 'delegation'] as const) {
        denialOf(records, 'test', { name: 'a.test', type: 'DS', what }, sha1);
      }
      expect(records).toEqual(expect.arrayContaining(denialsAbout(records, 'test', 'a.test', sha1)));
    }),
    { numRuns: RUNS },
  );
  expect(read).toBeGreaterThan(RUNS);
}, 120_000);
