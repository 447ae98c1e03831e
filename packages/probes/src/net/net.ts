// net/: the network layer, the only place that opens sockets.

import type { X509Certificate } from 'node:crypto';
import type { DnsServerTarget } from '@sonde/contract/dns/server-target';
import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
import type { FailureReason } from '@sonde/contract/failure';
import type { DnsMessage } from '../protocols/dns-message/message.ts';
import type {
  AuthorityQuestion,
  AuthorityReply,
  BulkQuestion,
  BulkReport,
  DnsAnswer,
  DnsQuestion,
  DnsServer,
} from './dns/dns-target.ts';
import type { TraceListener, TraceOutcome, TraceTarget } from './trace/trace-target.ts';

export type * from './dns/dns-target.ts';
export type * from './trace/trace-target.ts';

/** One address of a target, resolved and allowed by the guard. */
export interface GuardedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What a connection is for; each service has its own ports, see `ports.ts`. */
export type Service = 'tls' | 'starttls' | 'whois' | 'web' | 'dns' | 'dns-tls' | 'dns-https' | 'trace';

export interface ConnectTarget {
  /** A name or a literal address, as a visitor or a server gave it. */
  readonly host: string;
  readonly port: number;
  readonly service: Service;
  /** The address of the server that named this one, see `FetchLimits`. */
  readonly namedBy?: string;
}

/**
 * An endpoint from the operator's configuration. The guard allows it, whatever its address and port, so nothing that a
 * visitor or a server named may become one; that includes a referral by such a server.
 */
export interface OperatorEndpoint {
  readonly host: string;
  readonly port: number;
  readonly isOperators: true;
}

export interface ConnectLimits {
  /**
   * Receives all addresses of the target that may be contacted, and returns those to try; default: all, in the order of
   * the resolver. Any other address is ignored.
   * @throws what the connection is to fail with
   */
  choose?(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  readonly connectTimeoutMs: number;
  /** Bytes that may be read before the connection is destroyed with `too-large`. */
  readonly maxBytes: number;
  /**
   * Awaited before each address is connected to. An address for which it rejects is not connected to, and the rejection
   * counts as the failure of that address.
   */
  admit?(address: GuardedAddress, signal: AbortSignal): Promise<void>;
}

/** A connection to exactly the address the guard allowed. */
export interface Connection {
  readonly address: GuardedAddress;
  write(bytes: Uint8Array): Promise<void>;
  /** The next bytes, or null at the end of the stream. */
  read(): Promise<Uint8Array | null>;
  /** Tells a recording which part of the answer it serves; absent where nothing is recorded. */
  usedFor?(purpose: EvidencePurpose): void;
  close(): void;
}

/** A page or document on the web: a URL that a server or a visitor gave, or one of the operator's. */
export type FetchTarget = string | { readonly url: string; readonly isOperators: true };

export interface FetchLimits {
  /** For everything together: names, connections, redirects, and the last byte. */
  readonly timeoutMs: number;
  /** Bytes of the body, counted after decompression; more end it with `too-large`. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** The media types wanted (RFC 9110 section 12.5.1); default: any. */
  readonly accept?: string;
  /**
   * The address of the server that named the target. Networks that the operator has allowed are reachable by it only if
   * that server is in one of them: a server on the internet can only refer to public addresses and default ports.
   */
  readonly namedBy?: string;
  /** The entity tag of our copy: an unchanged document is answered with 304 (RFC 9110 section 13.1.2). */
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

export interface PingTarget {
  /** A name or a literal address. */
  readonly host: string;
  readonly count: number;
  readonly intervalMs: number;
  /** For the whole ping, finding the address included. */
  readonly budgetMs: number;
}

/** What happens to the packets, as it happens. `seq` counts from 1; every packet that was sent is settled once. */
export type PingEvent =
  | { readonly kind: 'sent'; readonly seq: number }
  /** `ttl` is null where the method does not report it. */
  | { readonly kind: 'reply'; readonly seq: number; readonly timeMs: number; readonly ttl: number | null }
  | { readonly kind: 'lost'; readonly seq: number }
  /** It was dropped on the way. `router` reported that; null where it is unknown or inside our own network. */
  | { readonly kind: 'error'; readonly seq: number; readonly meaning: string; readonly router: string | null }
  /** A further reply to a packet that has one already. */
  | { readonly kind: 'duplicate'; readonly seq: number }
  /** A reply to a packet that already counts as lost. */
  | { readonly kind: 'late'; readonly seq: number; readonly timeMs: number };

/** Where a ping is sent to, and how. */
export interface PingSession {
  readonly address: GuardedAddress;
  /** `tcp`: the time of a TCP handshake, where this machine allows nothing else or a closed world demands it. */
  readonly method: 'icmp' | 'tcp';
}

/** Receives the session once, then every event. */
export interface PingListener {
  onSession(session: PingSession): void;
  onEvent(event: PingEvent): void;
}

/**
 * The network layer: the only way to the network. Every method takes the lookup's signal and stops when it fires; every failure is a
 * `NetFailure` with a reason.
 */
export interface Net {
  /** Asks the configured recursive resolvers one after another: UDP with EDNS(0), truncated replies again by TCP. */
  ask(question: DnsQuestion, signal: AbortSignal): Promise<DnsAnswer>;
  /**
   * Asks one authoritative server at port 53: UDP with EDNS(0), twice where it is silent; a truncated reply again by TCP.
   * @param address a literal address, which the guard checks; a referral may name any.
   * @throws NetFailure `special-use` or `denied` without network traffic, `timeout`, `invalid-response`, or why the
   * server cannot be reached.
   */
  askAt(address: string, question: AuthorityQuestion, signal: AbortSignal): Promise<AuthorityReply>;
  /**
   * Opens a DNS server by name or address, by UDP and TCP, TLS (RFC 7858) or HTTPS (RFC 8484); its certificate must
   * verify. The caller closes it. Addresses and ports are checked, unless the operator has named it.
   * @throws NetFailure `special-use`, `denied` or `not-allowed-port` without network traffic, `bad-certificate`, or why it
   * cannot be reached.
   */
  openServer(target: DnsServerTarget & { readonly isOperators?: true }, signal: AbortSignal): Promise<DnsServer>;
  /**
   * Asks for thousands of names: pipelined TCP where the resolver allows it, else UDP, with a window that adapts to the
   * resolver and a limit on the questions per second. Memory does not grow with the number of names. Denied names are
   * left out. Leaving the loop ends the questions.
   */
  askMany(question: BulkQuestion, signal: AbortSignal): AsyncIterable<BulkReport>;
  /**
   * Those of the addresses that the guard allows, spelled as given. A resolver near us may know addresses of our own
   * network, which must not be disclosed.
   */
  keepAllowed(addresses: Iterable<string>): ReadonlySet<string>;
  /** Refuses, without network traffic, what may not be looked up: special-use and denied addresses and names. */
  checkHost(host: string): void;
  /** All addresses of a name or literal that the guard allows; never empty. */
  resolve(host: string, signal: AbortSignal): Promise<readonly GuardedAddress[]>;
  /** Resolves, checks port and addresses, and connects to a checked address; the operator's endpoints are not checked. */
  connect(target: ConnectTarget | OperatorEndpoint, limits: ConnectLimits, signal: AbortSignal): Promise<Connection>;
  /** The trusted certificates: those of the runtime and the operator's. Parsed at the first call. */
  trustAnchors(): readonly X509Certificate[];
  /** Whether a trusted certificate is in the runtime's own list; given its SHA-256 as upper-case hex with colons. */
  isPublicAuthority(fingerprint: string): boolean;
  /**
   * GET by HTTP/1.1 or HTTPS; certificates are checked. Untrusted addresses have the default port of their scheme, every
   * redirect is untrusted and checked by the guard, and none leads from https to http. The operator's URLs are exempt,
   * and so are redirects within the same scheme, host and port.
   * @throws NetFailure `invalid-response` for anything but HTTP, a URL that is not http or https, an unknown encoding,
   * too many redirects or a certificate that does not verify; `too-large`; and those of `connect`.
   */
  fetch(target: FetchTarget, limits: FetchLimits, signal: AbortSignal): Promise<WebResponse>;
  /**
   * Pings one address of a target, IPv4 where it has both, until every packet is settled. Equal pings of one address
   * share one session: a later listener receives the earlier events first. Loss of all packets is not a failure.
   * @throws NetFailure `ping-unavailable`, `crowded`, `timeout` when finding the address took too long, and those of `resolve`.
   */
  ping(target: PingTarget, listener: PingListener, signal: AbortSignal): Promise<void>;
  /**
   * Finds the routers on the way to one address of a target, IPv4 where it has both. Equal traces of one address share
   * one run: a later listener receives the earlier events first. Silence is not a failure.
   * @throws NetFailure `not-allowed-port`, `ping-unavailable` where this machine allows no method, `crowded`, and those
   * of `resolve`.
   */
  trace(target: TraceTarget, listener: TraceListener, signal: AbortSignal): Promise<TraceOutcome>;
}

/** Why a target could not be reached or used. `message` is for the log; `run.ts` decides what a visitor reads. */
export class NetFailure extends Error {
  override readonly name = 'NetFailure';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** The refusal of a DNS server: its reply may say why (RFC 8914). */
export class ReplyFailure extends NetFailure {
  readonly reply: DnsMessage;

  constructor(reason: FailureReason, message: string, reply: DnsMessage) {
    super(reason, message);
    this.reply = reply;
  }
}

/**
 * None of the last questions about names below a zone was answered, although the resolvers work: the rest was not asked.
 * `reason` is that of the last question.
 */
export class ZoneFailure extends NetFailure {
  readonly zone: string;

  constructor(zone: string, reason: FailureReason, failures: number) {
    super(reason, `${failures} questions in a row about names below ${zone} have failed`);
    this.zone = zone;
  }
}
