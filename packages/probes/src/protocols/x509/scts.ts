import { X509FormatError } from './x509-format-error.ts';

/** A promise of a log to publish a certificate (RFC 6962 section 3.2). */
export interface SignedCertificateTimestamp {
  /** SHA-256 of the log's key. */
  readonly logId: Uint8Array;
  /** Null for one beyond what a date can be. */
  readonly time: Date | null;
}

const MAX_TIMESTAMPS = 100;
const LOG_ID = 32;
const VERSION_1 = 0;
/** Version, log, time. */
const HEADER = 1 + LOG_ID + 8;

/** RFC 6962 section 3.3; entries of later versions are counted out. @throws X509FormatError */
export function timestampList(bytes: Uint8Array): SignedCertificateTimestamp[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 2 || view.getUint16(0) !== bytes.length - 2) throw new X509FormatError('a list of another length');
  const found: SignedCertificateTimestamp[] = [];
  for (let offset = 2, count = 0; offset < bytes.length; count += 1) {
    if (offset + 2 > bytes.length || count >= MAX_TIMESTAMPS)
      throw new X509FormatError('a list of timestamps cut short');
    const length = view.getUint16(offset);
    const start = offset + 2;
    offset = start + length;
    if (offset > bytes.length) throw new X509FormatError('a timestamp cut short');
    if (bytes[start] !== VERSION_1) continue;
    if (length < HEADER) throw new X509FormatError('a timestamp without a time');
    const time = new Date(Number(view.getBigUint64(start + 1 + LOG_ID)));
    const isDate = !Number.isNaN(time.getTime());
    found.push({ logId: bytes.subarray(start + 1, start + 1 + LOG_ID), time: isDate ? time : null });
  }
  return found;
}
