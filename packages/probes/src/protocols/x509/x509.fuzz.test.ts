import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import { decodeCertificate } from '@sonde/contract/x509/certificate';
import { decodeRequest } from '@sonde/contract/x509/request';
import { timestampList } from '@sonde/contract/x509/scts';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { decodeOcspResponse } from './revocation/ocsp.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Number of byte strings; four decoders read each. */
const INPUTS = 50_000;
const MAX_MS = 2000;
let inputs = 0;

process.stdout.write(`x509 fuzz: SONDE_FUZZ_SEED=${seed}\n`);
afterAll(() => {
  process.stdout.write(`x509 fuzz: ${inputs} inputs\n`);
  expect(inputs).toBeGreaterThanOrEqual(fuzzRuns(INPUTS));
});

const folder = new URL('./samples/', import.meta.url);
/** Certificates and OCSP responses written by OpenSSL, and the authorities trusted by the runtime. */
const samples = [
  ...readdirSync(folder)
    .filter((file) => /\.(der|ocsp)$/.test(file))
    .map((file) => new Uint8Array(readFileSync(new URL(file, folder)))),
  ...rootCertificates.map((pem) => new Uint8Array(new X509Certificate(pem).raw)),
];

/** Reads untrusted octets with every decoder: must return a displayable value or throw the one error, quickly. */
function probe(bytes: Uint8Array): void {
  inputs += 1;
  for (const decode of [decodeCertificate, decodeRequest, decodeOcspResponse, timestampList]) {
    const start = cpuMs();
    try {
      const value = decode(bytes);
      if (value !== null && 'subject' in value) {
        expect(value.subject.text).not.toMatch(/[\u0000-\u001f\u007f]/);
        const { notAfter = null } = value as { readonly notAfter?: Date | null };
        expect(notAfter === null || notAfter.toISOString().length >= 24).toBe(true);
      }
    } catch (error) {
      if (!(error instanceof X509FormatError)) throw error;
    }
    expect(cpuMs() - start).toBeLessThan(MAX_MS);
  }
}

const arbitrarySample = fc.constantFrom(...samples);
/** Significant octets: lengths of every form, and the X.690 types that certificates contain. */
const TELLING = [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0c, 0x13, 0x17, 0x18, 0x1f, 0x30, 0x31] as const;
const LENGTHS = [0x7f, 0x80, 0x81, 0x82, 0x83, 0x84, 0xa0, 0xa3, 0xff] as const;
const octet = fc.oneof(fc.nat(255), fc.constantFrom(...TELLING, ...LENGTHS));

test('arbitrary octets', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), probe), { seed, numRuns: fuzzRuns(5000) });
});

test('valid samples with some octets changed', () => {
  const changes = fc.array(fc.tuple(fc.nat(), octet), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(arbitrarySample, changes, (sample, list) => {
      const bytes = sample.slice();
      for (const [at, octet] of list) bytes[at % bytes.length] = octet;
      probe(bytes);
    }),
    { seed, numRuns: fuzzRuns(36_000) },
  );
});

test('valid samples truncated, or with a piece repeated', () => {
  fc.assert(
    fc.property(arbitrarySample, fc.nat(), fc.nat(), (sample, from, to) => {
      const [start, end] = [from % sample.length, to % sample.length];
      probe(sample.subarray(0, start));
      probe(new Uint8Array([...sample.subarray(0, end), ...sample.subarray(start)]));
    }),
    { seed, numRuns: fuzzRuns(5000) },
  );
});

test('values nested twenty thousand deep, and half a million in sequence', () => {
  let nested: Uint8Array = new Uint8Array();
  const parts: Uint8Array[] = [];
  for (let depth = 0, length = 0; depth < 20_000; depth += 1) {
    const header = new Uint8Array([0x30, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]);
    parts.push(header);
    length += header.length;
  }
  nested = new Uint8Array(parts.toReversed().flatMap((part) => [...part]));
  probe(nested);
  const flat = new Uint8Array(1_000_000);
  flat.set([0x30, 0x83, 0x0f, 0x42, 0x3b]);
  for (let offset = 5; offset + 1 < flat.length; offset += 2) flat[offset] = 0x05;
  probe(flat);
});

test('rejects what valid certificates never contain', () => {
  const [sample = new Uint8Array()] = samples;
  const refused = (bytes: Uint8Array) => expect(() => decodeCertificate(bytes)).toThrow(X509FormatError);
  refused(new Uint8Array([...sample, 0]));
  refused(new Uint8Array(1_000_001));
  refused(new Uint8Array([0x30, 0x80, 0x00, 0x00]));
  refused(new Uint8Array());
});
