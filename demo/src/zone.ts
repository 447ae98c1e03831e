import type { Answer } from 'dns-packet';

/** A record of a zone, in dns-packet's form: the owner is relative to the zone, `@` the zone itself, `*` any other. */
export type ZoneRecord = readonly [owner: string, type: Answer['type'], data: unknown];

/** What is wrong with a zone, as its resolver sees it. */
export type Trouble =
  /** Signed, and changed afterwards: a validating resolver gives the data only to those who ask for no check. */
  | 'bogus'
  /** None of its servers answers as it should. */
  | 'lame'
  /** Questions about it are never answered. */
  | 'silent';

export interface Zone {
  /** Without the final dot; the root is empty. */
  readonly name: string;
  readonly records: readonly ZoneRecord[];
  readonly trouble?: Trouble;
}

export const TTL_SECONDS = 300;
