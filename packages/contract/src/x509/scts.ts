import { X509FormatError } from './x509-format-error.ts';

/** A log's promise to include a certificate (RFC 6962 section 3.2). */
export interface SignedCertificateTimestamp {
  /** SHA-256 of the log's key. */
  readonly logId: Uint8Array;
  /** Null for a time outside the range of a date. */
  readonly time: Date | null;
  /** The encoded time, which the signature covers. */
  readonly timeOctets: Uint8Array;
  /** Null when the part after the time is malformed. */
  readonly signed: TimestampSignature | null;
}

/** Extensions and signature. */
export interface TimestampSignature {
  /** Covered by the signature; static-ct-api has the index in the log here. */
  readonly extensions: Uint8Array;
  /** 4 is SHA-256 (RFC 5246 section 7.4.1.4.1). */
  readonly hash: number;
  /** 1 is RSA, 3 is ECDSA (same section). */
  readonly algorithm: number;
  readonly signature: Uint8Array;
}

const MAX_TIMESTAMPS = 100;
const LOG_ID = 32;
const TIME = 8;
const VERSION_1 = 0;
/** Version, log, time. */
const HEADER = 1 + LOG_ID + TIME;

/** Decodes a list (RFC 6962 section 3.3); entries of later versions are dropped. @throws X509FormatError */
export function timestampList(bytes: Uint8Array): SignedCertificateTimestamp[] {
  const view = viewOf(bytes);
  if (bytes.length < 2 || view.getUint16(0) !== bytes.length - 2) throw new X509FormatError('a list of another length');
  const found: SignedCertificateTimestamp[] = [];
  for (let offset = 2, count = 0; offset < bytes.length; count += 1) {
    if (offset + 2 > bytes.length || count >= MAX_TIMESTAMPS)
      throw new X509FormatError('a list of timestamps cut short');
    const length = view.getUint16(offset);
    const start = offset + 2;
    offset = start + length;
    if (offset > bytes.length) throw new X509FormatError('a timestamp cut short');
    const timestamp = readTimestamp(bytes.subarray(start, offset));
    if (timestamp !== null) found.push(timestamp);
  }
  return found;
}

/** Decodes one timestamp (RFC 6962 section 3.2); null for a later version. @throws X509FormatError without a time */
export function readTimestamp(bytes: Uint8Array): SignedCertificateTimestamp | null {
  if (bytes[0] !== VERSION_1) return null;
  if (bytes.length < HEADER) throw new X509FormatError('a timestamp without a time');
  const timeOctets = bytes.subarray(1 + LOG_ID, HEADER);
  const time = new Date(Number(viewOf(timeOctets).getBigUint64(0)));
  const isDate = !Number.isNaN(time.getTime());
  const signed = readSignature(bytes.subarray(HEADER));
  return { logId: bytes.subarray(1, 1 + LOG_ID), time: isDate ? time : null, timeOctets, signed };
}

function readSignature(bytes: Uint8Array): TimestampSignature | null {
  const extensions = vectorAt(bytes, 0);
  if (extensions === null) return null;
  const start = 2 + extensions.length;
  const [hash, algorithm] = bytes.subarray(start, start + 2);
  const signature = vectorAt(bytes, start + 2);
  if (hash === undefined || algorithm === undefined || signature === null) return null;
  return start + 4 + signature.length === bytes.length ? { extensions, hash, algorithm, signature } : null;
}

/** A vector with a length of two octets; null when it is truncated. */
function vectorAt(bytes: Uint8Array, offset: number): Uint8Array | null {
  if (offset + 2 > bytes.length) return null;
  const end = offset + 2 + viewOf(bytes).getUint16(offset);
  return end > bytes.length ? null : bytes.subarray(offset + 2, end);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
