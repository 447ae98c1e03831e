// Single requests to web servers: part of net.ts, which re-exports these types.

/** Application protocols as offered in the TLS handshake (RFC 7301). */
export type WebProtocol = 'h2' | 'http/1.1';

/** An address that was resolved and allowed by the guard. */
interface VisitedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What was found for a host. */
export interface FoundHost {
  readonly addresses: readonly VisitedAddress[];
  /** Milliseconds from the first datagram to the last reply; null for an address in the URL. */
  readonly dnsMs: number | null;
}

/** Hosts whose addresses were asked for; filled by `Net.visit`, so that one lookup resolves a name only once. */
export type FoundHosts = Map<string, Promise<FoundHost>>;

export interface VisitOptions {
  readonly method: 'GET' | 'HEAD';
  /** Default: both families, as a browser tries them (RFC 8305). */
  readonly family?: 4 | 6 | null;
  /** Protocols to offer over TLS; default: HTTP/2, then HTTP/1.1. */
  readonly protocols?: readonly WebProtocol[];
  /** The value of the Origin field (RFC 6454); default: none is sent. */
  readonly origin?: string;
  /** The address of the server that named the URL, see `FetchLimits`. */
  readonly namedBy?: string;
  /** See `ConnectLimits`. */
  admit?(address: VisitedAddress, signal: AbortSignal): Promise<void>;
  /** Shared by the visits of one lookup. */
  readonly found?: FoundHosts;
  /** Milliseconds for everything together; the body ends there, and what came before is kept. */
  readonly timeoutMs: number;
  /** Octets of the body that are read, and as many of what it decompresses to. */
  readonly maxBytes: number;
}

/** Milliseconds from the events of the socket; null for what did not happen. */
export interface VisitTiming {
  /** From the first question to the last reply; less if another visit had asked before; null for an address in the URL. */
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
  /** From the end of the handshakes, when the request is sent, to the first octet of the response. */
  readonly firstByteMs: number | null;
  /** From the first question, or without one from the connection, to the end of the body. */
  readonly totalMs: number;
}

export type BodyProblem = 'too-large' | 'timeout' | 'reset' | 'corrupt' | 'unknown-encoding';

/** The body of a response, as far as it was read. */
export interface VisitBody {
  /** The content codings in the order in which they were applied; empty without any. */
  readonly encodings: readonly string[];
  /** Octets as transferred. */
  readonly bytes: number;
  /** The decompressed body; null for a coding that is not known, or if it is not in that coding at all. */
  readonly content: Uint8Array | null;
  /** Why it was not read to its end; null if it was. */
  readonly problem: BodyProblem | null;
}

/** One response, whatever its status. */
export interface Visit {
  readonly url: string;
  readonly address: VisitedAddress;
  readonly httpVersion: '1.0' | '1.1' | '2';
  readonly status: number;
  /** Name and value as sent, in their order. */
  readonly headers: readonly (readonly [string, string])[];
  readonly timing: VisitTiming;
  /** The certificates of the server in DER, its own first, unverified; null for http. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly body: VisitBody;
}
