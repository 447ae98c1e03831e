import type { Kysely } from 'kysely';

/** The tables of accounts and snapshots, the same in both stores. Times are ISO 8601 UTC texts, so that they sort by time. */
export interface Tables {
  /** Embedded accounts, not those of a hosted provider. */
  readonly members: {
    readonly id: string;
    /** Lower case. */
    readonly email: string;
    /** As `hashPassword` writes it. */
    readonly password: string;
    readonly created_at: string;
  };
  readonly sessions: { readonly token_hash: string; readonly member_id: string; readonly expires_at: string };
  readonly password_resets: { readonly token_hash: string; readonly member_id: string; readonly expires_at: string };
  readonly history: {
    readonly id: string;
    /** Provider and id of the person: `member:…` or `firebase:…`. */
    readonly owner: string;
    readonly tool: string;
    readonly target: string;
    readonly looked_up_at: string | null;
    readonly kept_at: string;
    readonly failure: string | null;
  };
  /** A row to lock for each owner of saved targets. */
  readonly owners: { readonly owner: string };
  /** One row: the last time that was trusted, and since when the clock is not. */
  readonly clock: { readonly id: string; readonly seen_at: string; readonly doubted_at: string | null };
  readonly saved_targets: {
    readonly id: string;
    readonly owner: string;
    readonly target: string;
    readonly note: string;
    readonly saved_at: string;
  };
  /** Results in canonical JSON, compressed; equal ones are stored once. */
  readonly snapshot_bodies: { readonly sha256: string; readonly body: Uint8Array; readonly used_at: string };
  readonly snapshots: {
    readonly id: string;
    readonly target: string;
    /** Ids of the tools of the parts, with spaces between them. */
    readonly tools: string;
    /** The snapshot as JSON, without the results. */
    readonly head: string;
    readonly kept_at: string;
    /** Null for one that was kept without an account. */
    readonly owner: string | null;
    /** Null for one that is kept until its owner deletes it. */
    readonly expires_at: string | null;
    readonly revoke_hash: string | null;
  };
  readonly snapshot_parts: { readonly snapshot_id: string; readonly position: number; readonly sha256: string };
  readonly api_tokens: {
    readonly id: string;
    readonly owner: string;
    readonly name: string;
    /** The SHA-256 of the token, in hexadecimal digits. */
    readonly hash: string;
    /** With spaces between them. */
    readonly scopes: string;
    readonly made_at: string;
    readonly used_at: string | null;
    readonly expires_at: string | null;
  };
  readonly lists: {
    readonly id: string;
    /** The person, or the holder of a token. */
    readonly owner: string;
    readonly name: string;
    /** Ids, with spaces between them. */
    readonly tools: string;
    /** As JSON. */
    readonly estimate: string;
    readonly made_at: string;
    /** Null while it runs. */
    readonly ended_at: string | null;
    /** The process that runs it, until it says so again. */
    readonly runner: string | null;
    readonly runs_until: string | null;
  };
  readonly list_items: {
    readonly list_id: string;
    readonly position: number;
    readonly target: string;
    readonly tool: string;
    /** What a summary needs, as JSON; null while the lookup has not ended. */
    readonly found: string | null;
    /** The envelope, compressed. */
    readonly outcome: Uint8Array | null;
  };
  /** Every key that has signed a snapshot here: `x` as in RFC 8037. */
  readonly signing_keys: { readonly id: string; readonly x: string; readonly first_used_at: string };
}

export type Database = Kysely<Tables>;
