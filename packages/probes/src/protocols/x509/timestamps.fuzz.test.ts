import { readFileSync } from 'node:fs';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import { readTimestamp } from '@sonde/contract/x509/scts';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyWithoutTimestamps } from './precertificate.ts';

const certificate = new Uint8Array(readFileSync(new URL('./samples/every-extension.der', import.meta.url)));
const timestamp = Uint8Array.from({ length: 60 }, (_, place) => (place > 41 ? 0 : place));
const seed = 20_261_122;

/** Must return a value or throw the one error. */
function reads(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): void {
  try {
    read(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(X509FormatError);
  }
}

const changed = (bytes: Uint8Array) =>
  fc
    .array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce((all, [place, octet]) => all.with(place, octet), bytes));

test('a modified or truncated certificate has a body or is rejected', () => {
  fc.assert(
    fc.property(changed(certificate), fc.nat(certificate.length), (bytes, end) => {
      reads(bodyWithoutTimestamps, bytes);
      reads(bodyWithoutTimestamps, bytes.subarray(0, end));
    }),
    { seed, numRuns: fuzzRuns(1000) },
  );
});

test('a modified or truncated timestamp is read or rejected', () => {
  fc.assert(
    fc.property(changed(timestamp), fc.nat(timestamp.length), (bytes, end) => {
      reads(readTimestamp, bytes);
      reads(readTimestamp, bytes.subarray(0, end));
    }),
    { seed, numRuns: fuzzRuns(2000) },
  );
});
