// What is asked of DNS servers, and what they say: part of net.ts, which hands these types on.

import type { FailureReason } from '@sonde/contract/failure';
import type { DnsMessage, EdnsOption } from '../../protocols/dns-message/message.ts';

/** A question for the configured recursive resolvers. */
export interface DnsQuestion {
  /** A-labels without the final dot. */
  readonly name: string;
  /** The type's number (IANA DNS parameters). */
  readonly type: number;
  /** Asks the resolver for data it could not validate (CD flag, RFC 4035 section 3.2.2). */
  readonly checkingDisabled?: boolean;
}

/** A reply that passed every check: right address, port, id and question, and NOERROR or NXDOMAIN. */
export interface DnsAnswer {
  readonly message: DnsMessage;
  /** `address:port` (IPv6 in brackets) of the resolver that answered. */
  readonly resolver: string;
  readonly transport: 'udp' | 'tcp' | 'tls' | 'https';
  /** True when the UDP reply was truncated and TCP failed: some records are missing. */
  readonly isPartial: boolean;
}

/** A question for one authoritative server; recursion is not asked for unless it says so. */
export interface AuthorityQuestion {
  /** A-labels without the final dot; root is `.`. */
  readonly name: string;
  /** The type's number (IANA DNS parameters). */
  readonly type: number;
  /** Default: UDP, and TCP where the reply is truncated. Of a transfer by TCP, the first message is the reply. */
  readonly transport?: 'tcp';
  /** Leaves the OPT record out (RFC 6891), and with it the wish for signatures. */
  readonly withoutEdns?: boolean;
  /** Sets the RD flag: to learn whether a server resolves names for strangers. */
  readonly recursionDesired?: boolean;
  /** Asks for data that the server could not validate (CD flag, RFC 4035 section 3.2.2). */
  readonly checkingDisabled?: boolean;
  /** Default: the wish for the server's identifier. */
  readonly options?: readonly EdnsOption[];
}

/** What one authoritative server said, whatever its RCODE: right address, port, id and question. */
export interface AuthorityReply {
  /** Decoded with canonical octets and the OPT record. */
  readonly message: DnsMessage;
  readonly transport: 'udp' | 'tcp';
  readonly bytes: number;
  /** Of the try that was answered. */
  readonly timeMs: number;
  /** The UDP reply was truncated and TCP failed. */
  readonly isPartial: boolean;
}

/** A question for a server that the query names. */
export interface ServerQuestion extends DnsQuestion {
  /** Sent with the question, such as the wish for the server's identifier. */
  readonly options?: readonly EdnsOption[];
}

/** A DNS server for the questions of one lookup: one connection where it is asked by TLS or HTTPS. */
export interface DnsServer {
  /** `address:port` (IPv6 in brackets); of a server with several addresses, the first that is asked. */
  readonly endpoint: string;
  /** Its address alone. */
  readonly address: string;
  /**
   * One question with the wish for recursion (RD flag).
   * @throws ReplyFailure for other RCODEs than NOERROR and NXDOMAIN, NetFailure `timeout`, `invalid-response`, or why the
   * server cannot be reached.
   */
  ask(question: ServerQuestion, signal: AbortSignal): Promise<DnsAnswer>;
  close(): void;
}

/** Permission to ask, taken question by question. */
export interface QuestionPermits {
  /** True: one question may be asked. False: none now; listeners are called when one may be, or none ever again. */
  take(): boolean;
  /** Why no further question may be asked; null as long as that may change. */
  readonly refusal: Error | null;
  /** Calls `listener` when questions may be asked again or `refusal` is known. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
}

/** The same question for many names below one zone. */
export interface BulkQuestion {
  /** A-labels without the final dot. */
  readonly zone: string;
  /** The type's number (IANA DNS parameters). */
  readonly type: number;
  /** The labels in front of the zone: `www`, `a.b`. Read one by one as there is room for more. */
  readonly prefixes: Iterable<string>;
  /**
   * Taken before every question that is sent, retries included; default: no limit. When a permit is refused, the
   * questions in flight are waited for and reported, and then the refusal is thrown.
   */
  readonly permits?: QuestionPermits;
}

/** A name that exists: NOERROR, with or without records, or an alias that leads nowhere. */
export interface BulkAnswer {
  readonly prefix: string;
  /** Where the TC flag is set, some records are missing. */
  readonly message: DnsMessage;
}

export interface BulkFailure {
  readonly prefix: string;
  readonly reason: FailureReason;
}

/** The results of a bulk question since the previous report. */
export interface BulkReport {
  readonly answers: readonly BulkAnswer[];
  readonly failures: readonly BulkFailure[];
  /** Names settled so far, those that do not exist included. */
  readonly settled: number;
}
