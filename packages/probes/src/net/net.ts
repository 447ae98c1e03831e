import type { X509Certificate } from 'node:crypto';
import type { FailureReason } from '@sonde/contract/failure';
import type { DnsMessage } from '../protocols/dns-message/message.ts';

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
  readonly transport: 'udp' | 'tcp';
  /** True when the UDP reply was truncated and TCP failed: some records are missing. */
  readonly isPartial: boolean;
}

/** Leave to ask, taken question by question. */
export interface QuestionPermits {
  /** True: one question may be asked. False: none now; listeners are told when there may be one, or never again. */
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
  /** What stands before the zone and the dot: `www`, `a.b`. Taken one by one as there is room for more. */
  readonly prefixes: Iterable<string>;
  /**
   * Asked before every question that is sent, also one that is sent again; default: all may be. When they refuse, what
   * was asked is waited for and reported, and then the refusal is thrown.
   */
  readonly permits?: QuestionPermits;
}

/** A name that exists: NOERROR, with or without records, or an alias that leads nowhere. */
export interface BulkAnswer {
  readonly prefix: string;
  /** Of one with the TC flag some records are missing. */
  readonly message: DnsMessage;
}

export interface BulkFailure {
  readonly prefix: string;
  readonly reason: FailureReason;
}

/** What came of a bulk question since the report before. */
export interface BulkReport {
  readonly answers: readonly BulkAnswer[];
  readonly failures: readonly BulkFailure[];
  /** Names settled so far, those that do not exist included. */
  readonly settled: number;
}

/** One address of a target, resolved and allowed by the guard. */
export interface GuardedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What a connection is for; each service has its own ports, see `ports.ts`. */
export type Service = 'tls' | 'starttls' | 'whois' | 'web' | 'dns';

export interface ConnectTarget {
  /** A name or a literal address, as a visitor or a server gave it. */
  readonly host: string;
  readonly port: number;
  readonly service: Service;
  /** The address of the server that named this one, see `FetchLimits`. */
  readonly namedBy?: string;
}

/**
 * What the operator's configuration names. The guard lets it pass, whatever its address and port: nothing that a
 * visitor or a server said may become one, a referral of such a server included.
 */
export interface OperatorEndpoint {
  readonly host: string;
  readonly port: number;
  readonly isOperators: true;
}

export interface ConnectLimits {
  /**
   * Told of all addresses of the target that may be contacted, and gives those to try; default: all, in the order of the
   * resolver. An address that is none of them is left out.
   * @throws what the connection is to fail with
   */
  choose?(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  readonly connectTimeoutMs: number;
  /** Bytes that may be read before the connection is destroyed with `too_large`. */
  readonly maxBytes: number;
  /**
   * Waited for before each address is connected to; default: nothing is. The address for which it rejects is not
   * connected to, and what it rejects with counts as the failure of that address.
   */
  admit?(address: GuardedAddress, signal: AbortSignal): Promise<void>;
}

/** A connection to exactly the address the guard allowed. */
export interface Connection {
  readonly address: GuardedAddress;
  write(bytes: Uint8Array): Promise<void>;
  /** The next bytes, or null at the end of the stream. */
  read(): Promise<Uint8Array | null>;
  close(): void;
}

/** A page or document on the web: an address that a server or a visitor gave, or one of the operator's. */
export type FetchTarget = string | { readonly url: string; readonly isOperators: true };

export interface FetchLimits {
  /** For everything together: names, connections, redirects, and the last byte. */
  readonly timeoutMs: number;
  /** Bytes of the body, counted after decompression; more end it with `too_large`. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** The media types wanted (RFC 9110 section 12.5.1); default: any. */
  readonly accept?: string;
  /**
   * The address of the server that named the target. What the operator has let in is reachable from there only when he
   * has let in that server as well: a stranger on the internet leads to public addresses and default ports alone.
   */
  readonly namedBy?: string;
  /** The entity tag of the copy we have: an unchanged document is answered with 304 (RFC 9110 section 13.1.2). */
  readonly ifNoneMatch?: string;
}

/** What a web server answered in the end, whatever its status. */
export interface WebResponse {
  readonly status: number;
  /** Where it came from, after all redirects. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface PingTarget {
  /** A name or a literal address. */
  readonly host: string;
  readonly count: number;
  readonly intervalMs: number;
  /** For all of it, finding the address included. */
  readonly budgetMs: number;
}

/** What becomes of the packets, as it happens. `seq` counts from 1; every packet that was sent is settled once. */
export type PingEvent =
  | { readonly kind: 'sent'; readonly seq: number }
  /** `ttl` is null where the way of measuring does not tell it. */
  | { readonly kind: 'reply'; readonly seq: number; readonly timeMs: number; readonly ttl: number | null }
  | { readonly kind: 'lost'; readonly seq: number }
  /** It was given up on the way; `router` says so, null where that is not known or is inside of our own network. */
  | { readonly kind: 'error'; readonly seq: number; readonly meaning: string; readonly router: string | null }
  /** For a packet that was answered before. */
  | { readonly kind: 'duplicate'; readonly seq: number }
  /** For a packet that counts as lost. */
  | { readonly kind: 'late'; readonly seq: number; readonly timeMs: number };

/** Whom a ping is sent to, and how. */
export interface PingSession {
  readonly address: GuardedAddress;
  /** `tcp`: the time of a TCP handshake, where nothing else is possible on this machine or a closed world says so. */
  readonly method: 'icmp' | 'tcp';
}

/** Who is told of a ping: once of whom, then of every packet. */
export interface PingListener {
  onSession(session: PingSession): void;
  onEvent(event: PingEvent): void;
}

/**
 * The only door to the network. Every method takes the lookup's signal and stops when it fires; every failure is a
 * `NetFailure` with a reason.
 */
export interface Net {
  /** Asks the configured recursive resolvers in turn: UDP with EDNS(0), truncated replies again by TCP. */
  ask(question: DnsQuestion, signal: AbortSignal): Promise<DnsAnswer>;
  /**
   * Asks for thousands of names: pipelined TCP where the resolver allows it, else UDP, with a window that adapts to the
   * resolver and a bound on the questions per second. Memory does not grow with the number of names. Denied names are
   * left out. Leaving the loop ends it.
   */
  askMany(question: BulkQuestion, signal: AbortSignal): AsyncIterable<BulkReport>;
  /**
   * Those of the addresses that the guard allows, as they were spelled. A resolver near us may know addresses of our own
   * network, which are nobody's business.
   */
  keepAllowed(addresses: Iterable<string>): ReadonlySet<string>;
  /** Refuses, without asking anybody, what may not be looked up: special-use and denied addresses and names. */
  checkHost(host: string): void;
  /** All addresses of a name or literal that the guard allows; never empty. */
  resolve(host: string, signal: AbortSignal): Promise<readonly GuardedAddress[]>;
  /** Resolves, checks port and addresses, and connects to a checked address; endpoints of the operator unchecked. */
  connect(target: ConnectTarget | OperatorEndpoint, limits: ConnectLimits, signal: AbortSignal): Promise<Connection>;
  /** The certificates that are trusted here: those of the runtime and the operator's. Parsed at the first call. */
  trustAnchors(): readonly X509Certificate[];
  /** Whether one of them is of the runtime's own list, by its SHA-256 as upper-case hex with colons. */
  isPublicAuthority(fingerprint: string): boolean;
  /**
   * GET by HTTP/1.1 or HTTPS; certificates are checked. Untrusted addresses have the default port of their scheme, every
   * redirect is untrusted and passes the guard, none leads from https to http. What the operator names is exempt, and
   * so are redirects within it (same scheme, host and port).
   * @throws NetFailure `invalid_response` for what is no HTTP, no web address, an unknown encoding, too many
   * redirects or a certificate that does not verify; `too_large`; and those of `connect`.
   */
  fetch(target: FetchTarget, limits: FetchLimits, signal: AbortSignal): Promise<WebResponse>;
  /**
   * Pings one address of a target, IPv4 where it has both, until every packet is settled. Equal pings of one address
   * are one: who comes later is told what was before. That nothing came back is no failure.
   * @throws NetFailure `ping_unavailable`, `crowded`, `timeout` when finding the address took too long, and those of `resolve`.
   */
  ping(target: PingTarget, listener: PingListener, signal: AbortSignal): Promise<void>;
}

/** What went wrong on the way to a target. `message` is for the log: what a visitor reads is decided in `run.ts`. */
export class NetFailure extends Error {
  override readonly name = 'NetFailure';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * None of the last questions about names below a zone was answered, while the resolvers are well: the rest was not asked.
 * `reason` is what became of the last question.
 */
export class ZoneFailure extends NetFailure {
  readonly zone: string;

  constructor(zone: string, reason: FailureReason, failures: number) {
    super(reason, `${failures} questions in a row about names below ${zone} have failed`);
    this.zone = zone;
  }
}
