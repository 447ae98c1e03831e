import type { MplsLabel } from '../../protocols/icmp-extensions/extensions.ts';

/** How one target is traced. */
export interface TracePlan {
  readonly rounds: number;
  /** From one round to the next. */
  readonly roundEveryMs: number;
  /** Rounds after the first wait until the distance is known: overshooting costs answers that the target limits. */
  readonly isFrugal: boolean;
}

/** Nobody is farther away than this, as traceroute(8) has it. */
export const MAX_TTL = 30;

/** What a trace hears, in network order and without regard to what may be shown. */
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
      /** The ICMP error in words, where it was not the usual answer. */
      readonly error: string | null;
    }
  | { readonly kind: 'silent'; readonly ttl: number; readonly round: number };

/** How a trace ended. */
export interface TraceEnd {
  /** The TTL at which the target answered, or at which somebody refused the packets; null where neither happened. */
  readonly distance: number | null;
  readonly reached: 'target' | 'stopped' | 'silent';
}
