import { brotliCompressSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { join } from '../../../../protocols/octets.ts';
import { TlsFormatError } from '../../../../protocols/tls-records/tls-format-error.ts';
import { uint, vector } from '../../../../protocols/tls-records/writer.ts';
import { decompressCertificate } from './decompress-certificate.ts';

const body = Uint8Array.from({ length: 3000 }, (_, place) => place % 7);
const message = (algorithm: number, length: number, compressed: Uint8Array) =>
  join(uint(algorithm, 2), uint(length, 3), vector(3, compressed));

test.each([
  [1, deflateSync],
  [2, brotliCompressSync],
])('a certificate compressed in way %i is what it was', (algorithm, compress) => {
  expect(decompressCertificate(message(algorithm, body.length, compress(body)))).toEqual(Buffer.from(body));
});

const bomb = brotliCompressSync(new Uint8Array(50_000_000));

test.each([
  ['one of an unknown way', message(3, body.length, brotliCompressSync(body))],
  ['one of another length than it says', message(2, body.length - 1, brotliCompressSync(body))],
  ['one that is cut short', message(2, body.length, brotliCompressSync(body).subarray(0, -4))],
  ['no compressed data', message(2, 4, Uint8Array.of(1, 2, 3, 4))],
  ['fifty megabytes in a few octets', message(2, 400_000, bomb)],
  ['fifty megabytes, as it says itself', message(2, 2 ** 24 - 1, bomb)],
])('%s is refused', (_, bytes) => {
  expect(() => decompressCertificate(bytes)).toThrow(TlsFormatError);
});
