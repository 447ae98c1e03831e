import { join } from '../octets.ts';
import { TlsFormatError } from './tls-format-error.ts';

export const recordTypes = {
  changeCipherSpec: 20,
  alert: 21,
  handshake: 22,
  applicationData: 23,
  heartbeat: 24,
} as const;

export interface TlsRecord {
  readonly type: number;
  readonly version: number;
  readonly payload: Uint8Array;
}

/** Limit for one connection; certificate chains rarely exceed 10 kB. */
export const limits = { bytes: 400_000, records: 4000, messages: 200, warnings: 20 } as const;

const HEADER = 5;
/** 2^14 octets of plaintext plus the expansion by encryption (RFC 5246 section 6.2.3). */
const MAX_RECORD = 16_384 + 2048;

/** Splits a stream into records, independent of its chunks. @throws TlsFormatError */
export function createRecordReader(): { push(bytes: Uint8Array): TlsRecord[] } {
  let pending: Uint8Array[] = [];
  let pendingLength = 0;
  let neededLength = 1;
  const totals = { bytes: 0, records: 0 };
  return {
    push(bytes) {
      totals.bytes += bytes.length;
      if (totals.bytes > limits.bytes) throw new TlsFormatError(`more than ${limits.bytes} bytes`, 'too-large');
      pending.push(bytes);
      pendingLength += bytes.length;
      // A peer that sends single octets must not make every one of them copy the whole buffer.
      if (pendingLength < neededLength) return [];
      const { records, rest, needed } = cut(join(...pending));
      totals.records += records.length;
      if (totals.records > limits.records) throw new TlsFormatError(`more than ${limits.records} records`, 'too-large');
      pending = [rest];
      pendingLength = rest.length;
      neededLength = needed;
      return records;
    },
  };
}

function cut(bytes: Uint8Array): { records: TlsRecord[]; rest: Uint8Array; needed: number } {
  const records: TlsRecord[] = [];
  let offset = 0;
  for (;;) {
    const rest = bytes.subarray(offset);
    const length = payloadLength(rest);
    if (length === null) return { records, rest, needed: rest.length < 3 ? rest.length + 1 : HEADER };
    if (rest.length < HEADER + length) return { records, rest, needed: HEADER + length };
    const [type = 0, major = 0, minor = 0] = rest;
    records.push({ type, version: major * 256 + minor, payload: rest.subarray(HEADER, HEADER + length) });
    offset += HEADER + length;
  }
}

/** Null while the header is incomplete; the part that has arrived is validated at once. */
function payloadLength(bytes: Uint8Array): number | null {
  const [type, major, , high, low] = bytes;
  if (type !== undefined && (type < recordTypes.changeCipherSpec || type > recordTypes.heartbeat)) {
    throw new TlsFormatError(`record type ${type}`, 'not-tls');
  }
  if (major !== undefined && major !== 3) throw new TlsFormatError('a record of no known version', 'not-tls');
  if (high === undefined || low === undefined) return null;
  const length = high * 256 + low;
  if (length > MAX_RECORD) throw new TlsFormatError('a record larger than any may be');
  return length;
}
