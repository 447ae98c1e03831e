// net/: the network layer, the only place that opens sockets.

import type { X509Certificate } from 'node:crypto';
import type { DnsServerTarget } from '@sonde/contract/dns/server-target';
import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
import type { FailureReason } from '@sonde/contract/failure';
import { NetFailure } from '../net-failure.ts';
import type { DnsMessage } from '../protocols/dns-message/message.ts';
import type { ConnectLimits, ConnectTarget, GuardedAddress, OperatorEndpoint } from './connect-target.ts';
import type {
  AuthorityQuestion,
  AuthorityReply,
  BulkQuestion,
  BulkReport,
  DnsQuestion,
  DnsReply,
  DnsServer,
} from './dns/dns-target.ts';
import type { DatagramChannel, DatagramLimits } from './sockets/datagram-channel.ts';
import type { TraceListener, TraceOutcome, TraceTarget } from './trace/trace-target.ts';
import type { Visit, VisitOptions } from './visit/visit-target.ts';

export { NetFailure, networkClosed } from '../net-failure.ts';
export type * from './connect-target.ts';
export type * from './dns/dns-target.ts';
export type * from './sockets/datagram-channel.ts';
export type * from './trace/trace-target.ts';
export type * from './visit/visit-target.ts';

/** A connection to exactly the address that the guard allowed. */
export interface Connection {
  readonly address: GuardedAddress;
  write(bytes: Uint8Array): Promise<void>;
  /** The next bytes, or null at the end of the stream. */
  read(): Promise<Uint8Array | null>;
  /** Tells the recording which part of the answer the connection serves; absent when nothing is recorded. */
  usedFor?(purpose: EvidencePurpose): void;
  close(): void;
}

/** A web resource: a URL that a server or a visitor named, or one of the operator's. */
export type FetchTarget = string | { readonly url: string; readonly isOperators: true };

export interface FetchLimits {
  /** Milliseconds for everything together: resolving, connecting, redirects, and reading the body. */
  readonly timeoutMs: number;
  /** Bytes of the body, counted after decompression; a larger body fails with `too-large`. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** The value of the Accept field (RFC 9110 section 12.5.1); default: any type. */
  readonly accept?: string;
  /**
   * The address of the server that named the target. Networks that the operator has allowed are reachable only if that
   * server is in one of them: a server on the internet can refer to public addresses and default ports only.
   */
  readonly namedBy?: string;
  /**
   * Receives the body of a response with status 200 piece by piece instead of `WebResponse.body`, which is then empty: for
   * files that should not be kept in memory. The limit holds; what it throws fails the request.
   */
  readonly into?: (body: AsyncIterable<Buffer>) => Promise<void>;
  /** The entity tag of our copy: for an unchanged document the server answers 304 (RFC 9110 section 13.1.2). */
  readonly ifNoneMatch?: string;
  /** Tells a recording which part of the answer it serves. */
  readonly purpose?: EvidencePurpose;
}

/** The final response of a web server, whatever its status. */
export interface WebResponse {
  readonly status: number;
  /** The final URL, after all redirects. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What is sent to a web server that a member named. */
export interface PostedMessage {
  readonly url: string;
  /** The media type of the body. */
  readonly type: string;
  readonly body: Uint8Array;
  /** More header fields; their names are ours, never a visitor's. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface PingTarget {
  /** A name or a literal address. */
  readonly host: string;
  readonly count: number;
  readonly intervalMs: number;
  /** Milliseconds for the whole ping, including the time to resolve the target. */
  readonly budgetMs: number;
}

/** Absent if the target itself replied; else the address that did, null inside our own network. */
export interface RepliedBy {
  readonly repliedBy?: string | null;
}

/** What happens to the packets, reported as it happens. `seq` counts from 1; every packet sent is settled exactly once. */
export type PingEvent =
  | { readonly kind: 'sent'; readonly seq: number }
  /** `ttl` is null if the method does not report it. */
  | ({ readonly kind: 'reply'; readonly seq: number; readonly timeMs: number; readonly ttl: number | null } & RepliedBy)
  | { readonly kind: 'lost'; readonly seq: number }
  /** The packet was dropped on the way. `router` reported it; null if unknown or inside our own network. */
  | { readonly kind: 'error'; readonly seq: number; readonly meaning: string; readonly router: string | null }
  /** A further reply to a packet that already has one. */
  | { readonly kind: 'duplicate'; readonly seq: number }
  /** A reply to a packet that was already counted as lost. */
  | { readonly kind: 'late'; readonly seq: number; readonly timeMs: number };

/** Where a ping is sent, and by which method. */
export interface PingSession {
  readonly address: GuardedAddress;
  /** `tcp` times a TCP handshake: used where this machine permits nothing else, or a closed world requires it. */
  readonly method: 'icmp' | 'tcp';
}

/** Receives the session once, then every event. */
export interface PingListener {
  onSession(session: PingSession): void;
  onEvent(event: PingEvent): void;
}

/**
 * The network layer: all network traffic goes through it. Every method takes the lookup's signal and stops when it
 * fires; every failure is a `NetFailure` with a reason.
 */
export interface Net {
  /** Asks the configured recursive resolvers in turn: by UDP with EDNS(0), and by TCP if the reply is truncated. */
  ask(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply>;
  /**
   * Asks one authoritative server at port 53: by UDP with EDNS(0), a second time if it is silent, and by TCP if the reply
   * is truncated.
   * @param address a literal address, checked by the guard, since a referral may name any
   * @throws NetFailure `special-use` or `denied` without network traffic, `timeout`, `invalid-response`, or the reason why
   * the server cannot be reached
   */
  askAt(address: string, question: AuthorityQuestion, signal: AbortSignal): Promise<AuthorityReply>;
  /**
   * Opens a DNS server by name or address: by UDP and TCP, by TLS (RFC 7858), or by HTTPS (RFC 8484); the certificate must
   * verify. The caller closes it. Addresses and ports are checked unless the server is the operator's.
   * @throws NetFailure `special-use`, `denied` or `not-allowed-port` without network traffic, `bad-certificate`, or the
   * reason why it cannot be reached
   */
  openServer(target: DnsServerTarget & { readonly isOperators?: true }, signal: AbortSignal): Promise<DnsServer>;
  /**
   * Asks the same question about thousands of names: by pipelined TCP if the resolver allows it, else by UDP, with a window
   * that adapts to the resolver and a limit on questions per second. Memory use does not depend on the number of names.
   * Denied names are left out. Leaving the loop stops the questions.
   */
  askMany(question: BulkQuestion, signal: AbortSignal): AsyncIterable<BulkReport>;
  /**
   * Those of the addresses that the guard allows, spelled as given. A resolver in our network may know addresses of that
   * network, which must not be disclosed.
   */
  keepAllowed(addresses: Iterable<string>): ReadonlySet<string>;
  /** Refuses, without network traffic, special-use and denied names and addresses. */
  checkHost(host: string): void;
  /** All addresses of a name, or the literal address, that the guard allows; never empty. */
  resolve(host: string, signal: AbortSignal): Promise<readonly GuardedAddress[]>;
  /** Resolves the target, checks its port and addresses, and connects to one of those; operator endpoints are not checked. */
  connect(target: ConnectTarget | OperatorEndpoint, limits: ConnectLimits, signal: AbortSignal): Promise<Connection>;
  /**
   * Opens a socket for datagrams to one address of the target, by default the first. Resolves the target and checks its port
   * and addresses like `connect`; sends nothing. The caller closes it.
   * @throws NetFailure of the guard, without network traffic to the target, or the signal's reason
   */
  openDatagrams(target: ConnectTarget, limits: DatagramLimits, signal: AbortSignal): Promise<DatagramChannel>;
  /** The trusted certificates: those of the runtime and those of the operator. Parsed at the first call. */
  trustAnchors(): readonly X509Certificate[];
  /** Whether a trusted certificate is in the runtime's own list; takes its SHA-256 as upper-case hex with colons. */
  isPublicAuthority(fingerprint: string): boolean;
  /**
   * GET over HTTP/1.1, with or without TLS; certificates are verified. Only the default port of the scheme is allowed. Every
   * redirect is checked by the guard, and none may lead from https to http. The operator's URLs are exempt, and so are
   * their redirects within the same scheme, host and port.
   * @throws NetFailure `invalid-response` for a reply that is not HTTP, a URL that is not http or https, an unknown
   * encoding, too many redirects or a certificate that does not verify; `too-large`; and the failures of `connect`
   */
  fetch(target: FetchTarget, limits: FetchLimits, signal: AbortSignal): Promise<WebResponse>;
  /**
   * POST over HTTPS to an address that a member named: to port 443 and the ports that the operator permits. Redirects are
   * not followed, and the body of the response is not read. Returns the status.
   * @throws NetFailure `not-allowed-port` for another port or scheme, and the failures of `fetch`
   */
  post(message: PostedMessage, limits: { readonly timeoutMs: number }, signal: AbortSignal): Promise<number>;
  /**
   * One request over HTTP/1.1 or HTTP/2, as a browser makes it: no redirect is followed, and the certificate is returned
   * instead of verified. Ports are those of the scheme, and those that the operator permits.
   * @throws VisitFailure, which has the address that was contacted, for `special-use`, `denied` or `not-allowed-port` without
   * network traffic, `no-address`, `not-tls`, `handshake-failed`, `invalid-response`, `too-large` for the header fields, and
   * the failures of `connect`
   */
  visit(url: string, options: VisitOptions, signal: AbortSignal): Promise<Visit>;
  /**
   * Pings one address of a target, preferring IPv4, until every packet is settled. Equal pings of one address share one
   * session: a listener that joins later receives the earlier events first. Losing every packet is not a failure.
   * @throws NetFailure `ping-unavailable`, `crowded`, `timeout` if resolving took too long, and the failures of `resolve`
   */
  ping(target: PingTarget, listener: PingListener, signal: AbortSignal): Promise<void>;
  /**
   * Finds the routers on the way to one address of a target, preferring IPv4. Equal traces of one address share one run: a
   * listener that joins later receives the earlier events first. Hops without an answer are not a failure.
   * @throws NetFailure `not-allowed-port`, `ping-unavailable` if this machine permits no method, `crowded`, and the failures
   * of `resolve`
   */
  trace(target: TraceTarget, listener: TraceListener, signal: AbortSignal): Promise<TraceOutcome>;
}

/** A DNS server refused to answer; its reply may give the reason (RFC 8914). */
export class ReplyFailure extends NetFailure {
  readonly reply: DnsMessage;

  constructor(reason: FailureReason, message: string, reply: DnsMessage) {
    super(reason, message);
    this.reply = reply;
  }
}

/**
 * The latest questions about names below a zone all failed although the resolvers work, so the rest was not asked.
 * `reason` is that of the last question.
 */
export class ZoneFailure extends NetFailure {
  readonly zone: string;

  constructor(zone: string, reason: FailureReason, failures: number) {
    super(reason, `${failures} questions in a row about names below ${zone} have failed`);
    this.zone = zone;
  }
}

/** A visit without a response. */
export class VisitFailure extends NetFailure {
  /** The address that was contacted; null if none. */
  readonly address: GuardedAddress | null;

  constructor(reason: FailureReason, message: string, address: GuardedAddress | null, cause: unknown) {
    super(reason, message, { cause });
    this.address = address;
  }
}
