import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { decodeCompressedCertificate } from '../../../../protocols/tls-records/certificate-messages.ts';
import { TlsFormatError } from '../../../../protocols/tls-records/tls-format-error.ts';
import { orFormatError } from '../or-format-error.ts';

/** Keyed by algorithm number (RFC 8879 section 7.3); Chromium offers Brotli. */
const decompressors: ReadonlyMap<number, typeof inflateSync> = new Map([
  [1, inflateSync],
  [2, brotliDecompressSync],
]);
/** The same limit as for a flight: a small message can decompress to gigabytes. */
const MAX_BYTES = 400_000;

/** Decompresses the body of a CompressedCertificate to that of a Certificate. @throws TlsFormatError */
export function decompressCertificate(body: Uint8Array): Uint8Array {
  const { algorithm, length, compressed } = decodeCompressedCertificate(body);
  const decompress = decompressors.get(algorithm);
  if (decompress === undefined) throw new TlsFormatError('a certificate compressed with an unknown algorithm');
  if (length > MAX_BYTES) throw new TlsFormatError('a compressed certificate of excessive size', 'too-large');
  const bytes = orFormatError(() => decompress(compressed, { maxOutputLength: MAX_BYTES }));
  if (bytes.length !== length) throw new TlsFormatError('a compressed certificate with a wrong length');
  return bytes;
}
