import { readFileSync } from 'node:fs';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cpuMs } from '../../../testing/cpu-ms.ts';
import { decodeCrl, findRevoked, MAX_CRL_BYTES } from './crl.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const INPUTS = 20_000;
/** Milliseconds: far more than the largest list needs, far less than a hang. */
const MAX_MS = 5000;
let inputs = 0;
let read = 0;

process.stdout.write(`crl fuzz: SONDE_FUZZ_SEED=${seed}\n`);
afterAll(() => {
  process.stdout.write(`crl fuzz: ${inputs} inputs, ${read} of them read as lists\n`);
  expect(inputs).toBeGreaterThanOrEqual(fuzzRuns(INPUTS));
  // Otherwise nothing after the first check would have been tested.
  expect(read).toBeGreaterThan(fuzzRuns(INPUTS) / 4);
});

const samples = ['undivided', 'divided'].map(
  (name) => new Uint8Array(readFileSync(new URL(`../samples/${name}.crl`, import.meta.url))),
);
const absent = Uint8Array.of(0x12, 0x34);

/** Decodes untrusted octets and searches the entire list for a number: must succeed or throw the one error, quickly. */
function probe(bytes: Uint8Array): void {
  inputs += 1;
  const start = cpuMs();
  try {
    const crl = decodeCrl(bytes);
    read += 1;
    findRevoked(crl, absent);
    expect(crl.issuer.text).not.toMatch(/[\u0000-\u001f\u007f]/);
  } catch (error) {
    if (!(error instanceof X509FormatError)) throw error;
  }
  expect(cpuMs() - start).toBeLessThan(MAX_MS);
}

test('arbitrary octets', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), probe), { seed, numRuns: fuzzRuns(4000) });
});

test('valid lists with some octets changed', () => {
  const octet = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0x02, 0x04, 0x17, 0x18, 0x1f, 0x30, 0x80, 0x82, 0x84, 0xa0, 0xff),
  );
  const changes = fc.array(fc.tuple(fc.nat(), octet), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...samples), changes, (sample, list) => {
      const bytes = sample.slice();
      for (const [at, octet] of list) bytes[at % bytes.length] = octet;
      probe(bytes);
    }),
    { seed, numRuns: fuzzRuns(15_000) },
  );
});

test('valid lists truncated, or with a piece repeated', () => {
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), fc.nat(), (sample, from, to) => {
      const [start, end] = [from % sample.length, to % sample.length];
      probe(sample.subarray(0, start));
      probe(new Uint8Array([...sample.subarray(0, end), ...sample.subarray(start)]));
    }),
    { seed, numRuns: fuzzRuns(2000) },
  );
});

test('as many entries as fit into the largest list', () => {
  const [sample = new Uint8Array()] = samples;
  const { issuer } = decodeCrl(sample);
  // SEQUENCE { INTEGER 7, UTCTime }: the shortest possible entry, apart from the time.
  const entries = new Uint8Array(MAX_CRL_BYTES - 2000);
  for (let offset = 0; offset + 5 <= entries.length; offset += 5) entries.set([0x30, 0x03, 0x02, 0x01, 0x07], offset);
  const whole = entries.subarray(0, entries.length - (entries.length % 5));
  const algorithm = Buffer.from('300a06082a8648ce3d040302', 'hex');
  const time = Buffer.from('170d3236313132323038333435375a', 'hex');
  const sequence = (...parts: Uint8Array[]) => {
    const content = Buffer.concat(parts);
    const head = Buffer.from([0x30, 0x83, content.length >> 16, (content.length >> 8) & 0xff, content.length & 0xff]);
    return Buffer.concat([head, content]);
  };
  const body = sequence(algorithm, issuer.der, time, time, sequence(whole));
  const before = read;
  probe(sequence(body, algorithm, Buffer.from('0302000a', 'hex')));
  expect(read).toBe(before + 1);
});
