import type { Answer } from 'dns-packet';

/** A record as in dns-packet: the owner is relative to the zone, `@` is the zone itself, `*` a wildcard. */
export type ZoneRecord = readonly [owner: string, type: Answer['type'], data: unknown];

/** A fault of a zone, as its resolver sees it. */
export type Trouble =
  /** Changed after signing: a validating resolver returns the data only if checking is disabled (CD). */
  | 'bogus'
  /** None of its servers is configured for it. */
  | 'lame'
  /** Queries for it are never answered. */
  | 'silent';

/** How a zone is signed, and with which fault. */
export type Dnssec =
  | 'signed'
  /** Its SOA record was changed after signing. */
  | 'changed'
  /** The DS record in its parent refers to a key that it no longer has. */
  | 'other-key'
  /** Its second server has an old copy, whose signatures have expired. */
  | 'late-copy';

export interface Zone {
  /** Without the final dot; the root is empty. */
  readonly name: string;
  readonly records: readonly ZoneRecord[];
  readonly trouble?: Trouble;
  /** Absent: it is not signed. */
  readonly dnssec?: Dnssec;
}

export const TTL_SECONDS = 300;
