import type { MplsLabel } from '../../protocols/icmp-extensions/extensions.ts';

export interface TraceTarget {
  /** A name or a literal address. */
  readonly host: string;
  readonly method: 'icmp' | 'udp' | 'tcp';
  /** Default: the usual port of the method. */
  readonly port: number | null;
  readonly rounds: number;
  /** Whether further flows are sent to find parallel paths. */
  readonly paths: boolean;
  /** Milliseconds for resolving the target; the caller's signal ends the trace. */
  readonly resolveMs: number;
}

/** Where a trace goes, and by which method. */
export interface TraceSession {
  readonly address: { readonly address: string; readonly family: 4 | 6 };
  /** Differs from the requested method if this machine does not permit that one. */
  readonly method: 'icmp' | 'udp' | 'tcp';
  readonly port: number | null;
  /** Whether it used a privilege that ordinary programs lack. */
  readonly isPrivileged: boolean;
}

/** One answered probe. A later event with the same TTL and round replaces an earlier one. */
export interface TraceAnswer {
  readonly ttl: number;
  /** Counts from 1. */
  readonly round: number;
  /** Null for a router of our own network, whose address is not disclosed. */
  readonly address: string | null;
  readonly timeMs: number;
  /** The MPLS label stack of the probe at that router, outermost label first. */
  readonly labels: readonly MplsLabel[];
  readonly isTarget: boolean;
  /** The ICMP error in words, unless it was the expected answer. */
  readonly error: string | null;
}

export type TraceEvent =
  | { readonly kind: 'sent'; readonly ttl: number; readonly round: number }
  | ({ readonly kind: 'answer' } & TraceAnswer)
  | { readonly kind: 'silent'; readonly ttl: number; readonly round: number };

/** The largest packet that reaches the target unfragmented. */
export interface PathMtu {
  /** In bytes, IP header included. */
  readonly bytes: number;
  /**
   * `whole`: no link is narrower than the first; `told`: a router reported it; `black-hole`: larger packets vanish
   * without an error.
   */
  readonly found: 'whole' | 'told' | 'black-hole';
  /** The router that reported it; null if none did or if it is in our own network. */
  readonly router: string | null;
}

/** A step taken by some of the flows: from a router at `ttl` to one at the next TTL. Null stands for no answer. */
export interface PathLink {
  readonly ttl: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly flows: number;
}

/** How a trace ended. */
export interface TraceOutcome {
  /** The TTL at which the target answered or the packets were refused; null if neither happened. */
  readonly distance: number | null;
  readonly reached: 'target' | 'stopped' | 'silent';
  /** Null if it could not be measured. */
  readonly pathMtu: PathMtu | null;
  /** Null if paths were not requested. */
  readonly links: readonly PathLink[] | null;
  /** False if paths were requested, and further ones than those of `links` are not improbable. */
  readonly arePathsComplete: boolean;
  /** Whether this system passes on ICMP extensions, which carry the labels. */
  readonly readsLabels: boolean;
}

/** Receives the session once, then every event. */
export interface TraceListener {
  onSession(session: TraceSession): void;
  onEvent(event: TraceEvent): void;
}
