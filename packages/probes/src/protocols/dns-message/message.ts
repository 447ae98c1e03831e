import type { MessageHeader } from './header.ts';

/** A question of a message (RFC 1035 section 4.1.2); `name` in presentation format without the final dot, root is `.`. */
export interface Question {
  readonly name: string;
  readonly type: number;
  readonly class: number;
}

/**
 * A resource record of class IN with its RDATA as presentation fields in zone-file order (RFC 1035 section 5.1, RFC 3597):
 * as many as `titlesOf(type)`, all printable ASCII, absent ones empty. A TXT is one field, its strings quoted one by one.
 */
export interface ResourceRecord {
  readonly name: string;
  readonly type: number;
  readonly ttlSeconds: number;
  readonly fields: readonly string[];
  /**
   * In canonical form (RFC 4034 section 6.2): names uncompressed and in lower case. Present only if the decoder was asked for it.
   */
  readonly rdata?: Uint8Array;
}

/** An option of the OPT record (RFC 6891 section 6.1.2). */
export interface EdnsOption {
  readonly code: number;
  readonly octets: Uint8Array;
}

/** The content of an OPT record. */
export interface Edns {
  readonly version: number;
  /** DO flag (RFC 3225). */
  readonly isDnssecOk: boolean;
  readonly udpPayloadBytes: number;
  readonly options: readonly EdnsOption[];
}

/** A decoded message (RFC 1035 section 4.1), with the extended RCODE of EDNS(0) (RFC 6891) already joined. */
export interface DnsMessage
  extends Omit<MessageHeader, 'questionCount' | 'answerCount' | 'authorityCount' | 'additionalCount'> {
  /** True when the message carries an OPT record. */
  readonly hasEdns: boolean;
  /** Null without an OPT record. Present only if the decoder was asked to keep it. */
  readonly edns?: Edns | null;
  readonly questions: readonly Question[];
  readonly answers: readonly ResourceRecord[];
  readonly authorities: readonly ResourceRecord[];
  readonly additionals: readonly ResourceRecord[];
}
