import type { Answer } from 'dns-packet';

/** A record as in dns-packet: the owner is relative to the zone, `@` is the zone itself, `*` a wildcard. */
export type ZoneRecord = readonly [owner: string, type: Answer['type'], data: unknown];

/** A fault of a zone, as its resolver sees it. */
export type Trouble =
  /** Changed after it was signed: a validating resolver returns the data only if checking is disabled (CD). */
  | 'bogus'
  /** None of its servers is configured for it. */
  | 'lame'
  /** Queries for it are never answered. */
  | 'silent';

export interface Zone {
  /** Without the final dot; the root is empty. */
  readonly name: string;
  readonly records: readonly ZoneRecord[];
  readonly trouble?: Trouble;
}

export const TTL_SECONDS = 300;
