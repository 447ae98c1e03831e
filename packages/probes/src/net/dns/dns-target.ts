// Questions to DNS servers and their replies: part of net.ts, which re-exports these types.

import type { FailureReason } from '@sonde/contract/failure';
import type { DnsMessage, EdnsOption } from '../../protocols/dns-message/message.ts';

/** A question for the configured recursive resolvers. */
export interface DnsQuestion {
  /** A-labels without the final dot. */
  readonly name: string;
  /** The number of the type (IANA DNS parameters). */
  readonly type: number;
  /** Requests data even if the resolver could not validate it (CD flag, RFC 4035 section 3.2.2). */
  readonly checkingDisabled?: boolean;
}

/** A reply that passed every check: address, port, id and question match, and the RCODE is NOERROR or NXDOMAIN. */
export interface DnsReply {
  readonly message: DnsMessage;
  /** `address:port` (IPv6 in brackets) of the resolver that answered. */
  readonly resolver: string;
  readonly transport: 'udp' | 'tcp' | 'tls' | 'https';
  /** True when the UDP reply was truncated and TCP failed, so that some records are missing. */
  readonly isPartial: boolean;
  /** Milliseconds from the question's first datagram to the reply; absent where that is not measured. */
  readonly waitedMs?: number;
}

/** A question to one authoritative server, without recursion unless `recursionDesired` is set. */
export interface AuthorityQuestion {
  /** A-labels without the final dot; the root is `.`. */
  readonly name: string;
  /** The number of the type (IANA DNS parameters). */
  readonly type: number;
  /** Default: UDP, and TCP if the reply is truncated. For a zone transfer by TCP, the reply is its first message. */
  readonly transport?: 'tcp';
  /** Leaves out the OPT record (RFC 6891), and with it the DO flag. */
  readonly withoutEdns?: boolean;
  /** Sets the RD flag, to test whether a server offers recursion to anyone. */
  readonly recursionDesired?: boolean;
  /** Requests data even if the server could not validate it (CD flag, RFC 4035 section 3.2.2). */
  readonly checkingDisabled?: boolean;
  /** Default: a request for the server's identifier (NSID). */
  readonly options?: readonly EdnsOption[];
}

/** What one authoritative server replied, with any RCODE: address, port, id and question match. */
export interface AuthorityReply {
  /** Decoded with canonical octets and the OPT record. */
  readonly message: DnsMessage;
  readonly transport: 'udp' | 'tcp';
  readonly bytes: number;
  /** The round trip of the attempt that was answered, in milliseconds. */
  readonly timeMs: number;
  /** True when the UDP reply was truncated and TCP failed. */
  readonly isPartial: boolean;
}

/** A question to a server that the visitor's query names. */
export interface ServerQuestion extends DnsQuestion {
  /** EDNS options sent with the question, such as a request for the server's identifier. */
  readonly options?: readonly EdnsOption[];
}

/** A DNS server for the questions of one lookup; over TLS or HTTPS they share one connection. */
export interface DnsServer {
  /** `address:port` (IPv6 in brackets); for a server with several addresses, the first one asked. */
  readonly endpoint: string;
  /** The address alone. */
  readonly address: string;
  /**
   * Asks one question with recursion desired (RD flag).
   * @throws ReplyFailure for RCODEs other than NOERROR and NXDOMAIN, NetFailure `timeout`, `invalid-response`, or the reason
   * why the server cannot be reached
   */
  ask(question: ServerQuestion, signal: AbortSignal): Promise<DnsReply>;
  close(): void;
}

/** Permission to send questions, taken one question at a time. */
export interface QuestionPermits {
  /** True: one question may be asked. False: none at the moment; listeners are called when that changes or is final. */
  take(): boolean;
  /** Why no further question may be asked; null as long as that may change. */
  readonly refusal: Error | null;
  /** Calls `listener` when questions may be asked again or `refusal` is known. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
}

/** The same question for many names below one zone. */
export interface BulkQuestion {
  /** A-labels without the final dot. */
  readonly zone: string;
  /** The number of the type (IANA DNS parameters). */
  readonly type: number;
  /** The labels before the zone: `www`, `a.b`. Consumed one at a time as there is room. */
  readonly prefixes: Iterable<string>;
  /**
   * Taken before every question that is sent, including retries; default: no limit. After a refusal, the questions in
   * flight are awaited and reported, and then the refusal is thrown.
   */
  readonly permits?: QuestionPermits;
  /** True: asked before the names of other bulk questions below the zone. For few names, for which others wait. */
  readonly isUrgent?: boolean;
}

/** A name that exists: NOERROR, with or without records, or an alias without a target. */
export interface BulkAnswer {
  readonly prefix: string;
  /** If the TC flag is set, some records are missing. */
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
  /** Number of names settled so far, including those that do not exist. */
  readonly settled: number;
}
