// Whom to connect to, and how: part of net.ts, which re-exports these types.

/** One address of a target, resolved and allowed by the guard. */
export interface GuardedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The service that a connection uses; each has its own permitted ports, see `ports.ts`. */
export type NetService =
  | 'visit'
  | 'tls'
  | 'starttls'
  | 'whois'
  | 'web'
  | 'webhook'
  | 'dns'
  | 'dns-tls'
  | 'dns-https'
  | 'trace';

export interface ConnectTarget {
  /** A name or a literal address, as a visitor or a server named it. */
  readonly host: string;
  readonly port: number;
  readonly service: NetService;
  /** The address of the server that named this target, see `FetchLimits`. */
  readonly namedBy?: string;
}

/**
 * An endpoint from the operator's configuration. The guard allows it, whatever its address and port, so a target that a
 * visitor or a server named must never become one; neither may a referral from such a server.
 */
export interface OperatorEndpoint {
  readonly host: string;
  readonly port: number;
  readonly isOperators: true;
}

export interface ConnectLimits {
  /**
   * Receives every address of the target that may be contacted and returns those to try; other addresses in its result are
   * ignored. Default: all, in the order of the resolver.
   * @throws the error that the connection then fails with
   */
  choose?(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  readonly connectTimeoutMs: number;
  /** Bytes read before the connection is destroyed with `too-large`. */
  readonly maxBytes: number;
  /**
   * Awaited before connecting to each address. If it rejects, that address is skipped and the rejection counts as its
   * failure.
   */
  admit?(address: GuardedAddress, signal: AbortSignal): Promise<void>;
}
