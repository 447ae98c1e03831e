import { readFileSync } from 'node:fs';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import { expect, test } from 'vitest';
import { decodeCrl, findRevoked, MAX_CRL_BYTES } from './crl.ts';

const sample = (name: string) => new Uint8Array(readFileSync(new URL(`../samples/${name}.crl`, import.meta.url)));
const serial = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

/** As `openssl crl -text` prints them. */
test.each([
  ['undivided', { urls: null, only: null, unusable: null }],
  ['divided', { urls: ['http://ca.tls.test/part-7.crl'], only: 'users', unusable: null }],
] as const)('the list %s says what OpenSSL reads in it', (name, scope) => {
  const crl = decodeCrl(sample(name));
  expect(crl.issuer.text).toBe('CN=Lab Lists,O=Sonde Lab,C=DE');
  expect(crl.thisUpdate).toEqual(new Date('2026-11-22T08:34:57Z'));
  expect(crl.nextUpdate).toEqual(new Date('2026-12-22T08:34:57Z'));
  expect(crl.signatureAlgorithm).toEqual({ name: 'ecdsa-with-SHA256', hash: 'SHA-256' });
  expect(crl.scope).toEqual(scope);
  const revokedAt = (hex: string) => findRevoked(crl, serial(hex))?.revokedAt?.toISOString();
  expect(revokedAt('0a1b2c3d4e5f60718293a4b5c6d7e8f901234567')).toBe('2026-01-01T00:00:00.000Z');
  expect(revokedAt('00ff')).toBe('2025-12-24T18:30:00.000Z');
  expect(revokedAt('7f')).toBe('2026-03-01T12:00:00.000Z');
  // One that was issued but not revoked, and the first octets of one that was.
  for (const hex of ['1234', '0a1b', '00', '']) expect(findRevoked(crl, serial(hex)), hex).toBeNull();
});

test('rejects what is not a list', () => {
  const refused = (bytes: Uint8Array) => expect(() => decodeCrl(bytes)).toThrow(X509FormatError);
  refused(new Uint8Array());
  refused(new Uint8Array([...sample('divided'), 0]));
  refused(sample('divided').subarray(0, -1));
  refused(new Uint8Array(MAX_CRL_BYTES + 1));
  // OCSP responses and certificates are sequences as well.
  for (const file of ['stapled.ocsp', 'idn.der']) {
    refused(new Uint8Array(readFileSync(new URL(`../samples/${file}`, import.meta.url))));
  }
});
