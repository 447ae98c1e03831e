import type { MplsLabel } from '../../protocols/icmp-extensions/extensions.ts';

/** Parameters of one trace. */
export interface TracePlan {
  readonly rounds: number;
  /** Milliseconds between the starts of two rounds. */
  readonly roundEveryMs: number;
  /** Later rounds wait until the distance is known: overshooting uses up answers that the target limits. */
  readonly isFrugal: boolean;
  /** Milliseconds to wait beyond the last hop that answered. */
  readonly tailMs: number;
}

/** The default of traceroute(8); no host is farther away. */
export const MAX_TTL = 30;

/** What a trace hears, in network order, before anything is hidden. */
export type TraceNews =
  | { readonly kind: 'sent'; readonly ttl: number; readonly round: number }
  | {
      readonly kind: 'answer';
      readonly ttl: number;
      readonly round: number;
      readonly from: Uint8Array;
      readonly timeMs: number;
      readonly labels: readonly MplsLabel[];
      readonly isTarget: boolean;
      /** The ICMP error in words, unless it was the expected answer. */
      readonly error: string | null;
    }
  | { readonly kind: 'silent'; readonly ttl: number; readonly round: number };

/** How a trace ended. */
export interface TraceEnd {
  /** The TTL at which the target answered or the packets were refused; null if neither happened. */
  readonly distance: number | null;
  readonly reached: 'target' | 'stopped' | 'silent';
}
