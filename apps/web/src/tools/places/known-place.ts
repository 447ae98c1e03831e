import type { Position } from '@sonde/contract/round-trips/position';

/** What the operator states of a place. */
export interface KnownPlace {
  readonly name: string;
  /** Null if it is not stated: it is never derived from anything else. */
  readonly position: Position | null;
}
