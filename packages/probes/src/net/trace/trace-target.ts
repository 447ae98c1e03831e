import type { MplsLabel } from '../../protocols/icmp-extensions/extensions.ts';

export interface TraceTarget {
  /** A name or a literal address. */
  readonly host: string;
  readonly method: 'icmp' | 'udp' | 'tcp';
  /** Default: the one that is usual for the method. */
  readonly port: number | null;
  readonly rounds: number;
  /** Whether other flows are sent as well, where routers share the traffic among several paths. */
  readonly paths: boolean;
  /** For finding the address; the caller's signal ends the trace. */
  readonly resolveMs: number;
}

/** Where a trace goes, and how. */
export interface TraceSession {
  readonly address: { readonly address: string; readonly family: 4 | 6 };
  /** Another one than was asked for where this machine does not allow that. */
  readonly method: 'icmp' | 'udp' | 'tcp';
  readonly port: number | null;
  /** Whether it took a privilege that not every program has. */
  readonly isPrivileged: boolean;
}

/** One probe that was answered. A later event with the same TTL and round replaces an earlier one. */
export interface TraceAnswer {
  readonly ttl: number;
  /** Counted from 1. */
  readonly round: number;
  /** Null for a router of our own network, whose address is not disclosed. */
  readonly address: string | null;
  readonly timeMs: number;
  /** The MPLS label stack that the probe had at that router; the outermost first. */
  readonly labels: readonly MplsLabel[];
  readonly isTarget: boolean;
  /** The ICMP error in words, where it was not the usual answer. */
  readonly error: string | null;
}

export type TraceEvent =
  | { readonly kind: 'sent'; readonly ttl: number; readonly round: number }
  | ({ readonly kind: 'answer' } & TraceAnswer)
  | { readonly kind: 'silent'; readonly ttl: number; readonly round: number };

/** The largest packet that gets to the target in one piece. */
export interface PathMtu {
  /** In bytes, IP header included. */
  readonly bytes: number;
  /**
   * `whole`: nothing smaller than the first link was met; `told`: a router said so; `black-hole`: larger packets vanish
   * without a word.
   */
  readonly found: 'whole' | 'told' | 'black-hole';
  /** Who said so; null where nobody did, and for a router of our own network. */
  readonly router: string | null;
}

/** A step that some flows took: from a router at `ttl` to one at the next. Null stands for no answer. */
export interface PathLink {
  readonly ttl: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly flows: number;
}

/** How a trace ended. */
export interface TraceOutcome {
  /** The TTL at which the target answered, or at which somebody refused the packets; null where neither happened. */
  readonly distance: number | null;
  readonly reached: 'target' | 'stopped' | 'silent';
  /** Null where it could not be measured. */
  readonly pathMtu: PathMtu | null;
  /** Null where paths were not asked for. */
  readonly links: readonly PathLink[] | null;
  /** Whether this system reads ICMP extensions, and with them labels. */
  readonly readsLabels: boolean;
}

/** Receives the session once, then every event. */
export interface TraceListener {
  onSession(session: TraceSession): void;
  onEvent(event: TraceEvent): void;
}
