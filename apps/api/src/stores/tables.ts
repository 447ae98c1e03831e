import type { Kysely } from 'kysely';
import type { PlaceRow } from '../places/place-row.ts';
import type { ChangeRow, ChannelRow, DeliveryRow, JobRow, ObservationRow, WatchRow } from './watch-tables.ts';

/** The tables, the same in SQLite and PostgreSQL. Times are ISO 8601 texts in UTC, which sort chronologically. */
export interface Tables {
  /** Embedded accounts only; a hosted provider stores its own. */
  readonly members: {
    readonly id: string;
    /** Lower case. */
    readonly email: string;
    /** `scrypt$N$r$p$salt$key`. */
    readonly password: string;
    readonly created_at: string;
  };
  readonly sessions: { readonly token_hash: string; readonly member_id: string; readonly expires_at: string };
  readonly password_resets: { readonly token_hash: string; readonly member_id: string; readonly expires_at: string };
  readonly history: {
    readonly id: string;
    /** Provider and id of the account: `member:…` or `firebase:…`. */
    readonly owner: string;
    readonly tool: string;
    readonly target: string;
    readonly looked_up_at: string | null;
    readonly kept_at: string;
    readonly failure: string | null;
  };
  /** One row per owner, locked while the owner's data is counted and changed. */
  readonly owners: { readonly owner: string };
  /** A single row: the last trusted time, and since when the clock has been distrusted. */
  readonly clock: { readonly id: string; readonly seen_at: string; readonly doubted_at: string | null };
  readonly saved_targets: {
    readonly id: string;
    readonly owner: string;
    readonly target: string;
    readonly note: string;
    readonly saved_at: string;
  };
  /** Results as compressed canonical JSON; equal results are stored once. */
  readonly snapshot_bodies: { readonly sha256: string; readonly body: Uint8Array; readonly used_at: string };
  readonly snapshots: {
    readonly id: string;
    readonly target: string;
    /** Tool ids of the parts, separated by spaces. */
    readonly tools: string;
    /** The snapshot as JSON without its results, which are in `snapshot_bodies`. */
    readonly head: string;
    readonly kept_at: string;
    /** Null if it was kept without an account. */
    readonly owner: string | null;
    /** Null if it is kept until its owner deletes it. */
    readonly expires_at: string | null;
    readonly revoke_hash: string | null;
    /** The size of the results as JSON; null until a snapshot of an earlier version is read. */
    readonly bytes: number | null;
    /** The size of the results in `snapshot_bodies`. */
    readonly stored_bytes: number | null;
    /** `BadgeFacts` as JSON; null until the badge of a snapshot of an earlier version is read. */
    readonly badge: string | null;
  };
  readonly snapshot_parts: { readonly snapshot_id: string; readonly position: number; readonly sha256: string };
  readonly api_tokens: {
    readonly id: string;
    readonly owner: string;
    readonly name: string;
    /** SHA-256 of the token in hexadecimal. */
    readonly hash: string;
    /** Separated by spaces. */
    readonly scopes: string;
    readonly made_at: string;
    readonly used_at: string | null;
    readonly expires_at: string | null;
  };
  readonly lists: {
    readonly id: string;
    /** The member, or the configured token, that started the list. */
    readonly owner: string;
    readonly name: string;
    /** Tool ids, separated by spaces. */
    readonly tools: string;
    /** The ids of the places that look it up, separated by commas; null for this server alone. */
    readonly places: string | null;
    /** `ListEstimate` as JSON. */
    readonly estimate: string;
    readonly made_at: string;
    /** Null while the list runs. */
    readonly ended_at: string | null;
    /** How many lookups had ended when the list ended; null while it runs, and for all in lists of earlier versions. */
    readonly done: number | null;
    /** The network from which it was started, until it ends; null if it is not known. */
    readonly network: string | null;
    /** The size of the stored outcomes; null for none. */
    readonly bytes: number | null;
  };
  readonly list_items: {
    readonly list_id: string;
    readonly position: number;
    readonly target: string;
    readonly tool: string;
    /** The id of the place that makes it; null in a list of this server alone. */
    readonly place: string | null;
    /** The fields of a summary as JSON; null until the lookup has ended. */
    readonly found: string | null;
    /** The compressed envelope; null until the lookup has ended. */
    readonly outcome: Uint8Array | null;
  };
  /** See `watch-tables.ts`. */
  readonly watches: WatchRow;
  readonly watch_channels: { readonly watch_id: string; readonly channel_id: string };
  readonly watch_observations: ObservationRow;
  readonly watch_changes: ChangeRow;
  readonly channels: ChannelRow;
  readonly deliveries: DeliveryRow;
  /** The secret address of the feeds of an owner. */
  readonly watch_feeds: { readonly owner: string; readonly secret: string };
  /** The time of the last confirmed change of an owner, which orders the next one behind it. */
  readonly watch_confirmations: { readonly owner: string; readonly confirmed_at: string };
  readonly jobs: JobRow;
  readonly places: PlaceRow;
  /** Every key that has signed snapshots here; `x` is the public key in base64url (RFC 8037). */
  readonly signing_keys: { readonly id: string; readonly x: string; readonly first_used_at: string };
}

export type Database = Kysely<Tables>;
