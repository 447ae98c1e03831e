// round-trips/: times to a host, and positions on the earth that they can contradict.
import type { Position } from './position.ts';

/** The round trips of one answer; tools that measure them read them from it. */
export interface RoundTrips {
  /** To the target: the average, and the shortest; null if the target did not answer. */
  readonly averageMs: number | null;
  readonly minMs: number | null;
  /** Of ping: each reply of the target. Of traceroute: the average of each hop that answered, in their order. */
  readonly timesMs: readonly number[];
  /** Of traceroute: where a database locates the hops, without the impossible; consecutive hops at one position once. */
  readonly way: readonly Position[];
  /** Whether the last position of the way is that of the target. */
  readonly isTargetLocated: boolean;
}

export const isTime = (time: number | null): time is number => time !== null && Number.isFinite(time) && time >= 0;
export const timeOrNull = (time: number | null | undefined): number | null =>
  time !== undefined && isTime(time) ? time : null;
