import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { decodeCompressedCertificate } from '../../protocols/tls-records/certificate-messages.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { orFormatError } from './or-format-error.ts';

/** By the number of RFC 8879 section 7.3; Chromium takes Brotli. */
const decompressors: ReadonlyMap<number, typeof inflateSync> = new Map([
  [1, inflateSync],
  [2, brotliDecompressSync],
]);
/** What a flight may hold; a small message can unfold into gigabytes. */
const MAX_BYTES = 400_000;

/** The body of the Certificate in the body of a CompressedCertificate. @throws TlsFormatError */
export function decompressCertificate(body: Uint8Array): Uint8Array {
  const { algorithm, length, compressed } = decodeCompressedCertificate(body);
  const decompress = decompressors.get(algorithm);
  if (decompress === undefined) throw new TlsFormatError('a certificate that is compressed in an unknown way');
  if (length > MAX_BYTES) throw new TlsFormatError('a compressed certificate of that size', 'too_large');
  const bytes = orFormatError(() => decompress(compressed, { maxOutputLength: MAX_BYTES }));
  if (bytes.length !== length) throw new TlsFormatError('a compressed certificate of another length');
  return bytes;
}
