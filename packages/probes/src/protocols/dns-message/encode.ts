import { DnsFormatError } from './dns-format-error.ts';

/** What a query asks and how (RFC 1035 section 4.1, RFC 4035 section 3.2, RFC 6891). */
export interface Query {
  readonly id: number;
  /** Presentation form; the final dot may be left out, root is `.`. */
  readonly name: string;
  readonly type: number;
  readonly isRecursionDesired: boolean;
  readonly isCheckingDisabled: boolean;
  /** The OPT record to send, or null for a plain RFC 1035 query. */
  readonly edns: { readonly udpPayloadSizeBytes: number; readonly isDnssecOk: boolean } | null;
}

/**
 * The wire form of a query with one question of class IN.
 * @throws DnsFormatError when `name` is no domain name (a label over 63 octets, a name over 255, a bad escape).
 */
export function encodeQuery(query: Query): Uint8Array {
  throw new DnsFormatError(`no encoder yet for ${query.name}`);
}
