import type { ChannelKind, ChannelPace } from '@sonde/contract/watch/channel';
import type { ChangeKind, ChangeState, ChangeWeight } from '@sonde/contract/watch/watch';

/* Rows of watches, channels and jobs. Times are ISO 8601 texts in UTC; `…_json` in comments is JSON in a text. */

export interface WatchRow {
  readonly id: string;
  readonly owner: string;
  readonly tool: string;
  /** In canonical form. */
  readonly target: string;
  readonly name: string;
  /** The parameters of the call, as JSON. */
  readonly query: string;
  readonly every_s: number;
  /** The ids of its places, separated by commas; null for the server alone. */
  readonly places: string | null;
  /** Patterns of paths, as JSON. */
  readonly quiet: string;
  readonly made_at: string;
  /** 1 if its owner has paused it. */
  readonly paused: number;
  readonly checked_at: string | null;
  readonly next_at: string;
  /** `Memory` as JSON; null before the first measurement. */
  readonly memory: string | null;
  /** The code of the last failure; null after an answer. */
  readonly failure: string | null;
  /** Since when its owner knows that it cannot be measured. */
  readonly cannot_since: string | null;
  /** `WatchedEnd`s without their state, as JSON. */
  readonly ends: string;
  /** Grows with every measurement, so that of two at once only one counts. */
  readonly version: number;
}

/** A time during which everything watched stayed the same. */
export interface ObservationRow {
  readonly id: string;
  readonly watch_id: string;
  readonly from_at: string;
  readonly until_at: string;
  readonly facts_sha256: string | null;
  /** The facts as compressed JSON; null while nothing could be measured. */
  readonly facts: Uint8Array | null;
  readonly snapshot_id: string | null;
  readonly failure: string | null;
}

export interface ChangeRow {
  readonly id: string;
  readonly watch_id: string;
  readonly owner: string;
  readonly kind: ChangeKind;
  readonly at: string;
  readonly path: string;
  /** JSON. */
  readonly before: string;
  readonly after: string;
  readonly weight: ChangeWeight;
  readonly state: ChangeState;
  readonly confirmed_at: string | null;
  /** `ChangedPlaces` as JSON; null for the server alone. */
  readonly places: string | null;
  /** When its owner has marked it as seen. */
  readonly seen_at: string | null;
}

export interface ChannelRow {
  readonly id: string;
  readonly owner: string;
  readonly kind: ChannelKind;
  readonly address: string;
  /** The key of a webhook's signatures, and of the link that ends the mails of a channel. */
  readonly secret: string;
  readonly pace: ChannelPace;
  readonly made_at: string;
  /** SHA-256 of the code that proves the address, and until when it counts; null once proved. */
  readonly code_hash: string | null;
  readonly code_until: string | null;
  readonly tries: number;
  readonly proved_at: string | null;
  /** Failed messages in a row. */
  readonly failures: number;
  readonly failing_since: string | null;
  /** Nothing is sent before. Of a failing channel, null means that nothing is sent before a test has succeeded. */
  readonly rests_until: string | null;
  /** The last attempt. */
  readonly sent_at: string | null;
  /** A status of HTTP, or the reason why there was none. */
  readonly last_reply: string | null;
}

/** One per channel and change. */
export interface DeliveryRow {
  /** What is sent as `id`, the same in every attempt. */
  readonly id: string;
  readonly channel_id: string;
  readonly change_id: string;
  readonly made_at: string;
  /** Not to be sent before. */
  readonly next_at: string;
  /** How often it was sent. */
  readonly attempt: number;
  readonly done_at: string | null;
  readonly reply: string | null;
}

/** Jobs of an installation with the embedded database; on PostgreSQL, pg-boss has its own tables. */
export interface JobRow {
  readonly id: string;
  readonly queue: string;
  /** Of the waiting jobs of a queue, one per key. */
  readonly key: string;
  /** JSON. */
  readonly data: string;
  readonly state: 'waiting' | 'active' | 'failed';
  readonly run_at: string;
  readonly made_at: string;
  readonly attempt: number;
  /** Until when a worker has it, unless it ends before. */
  readonly leased_until: string | null;
  readonly error: string | null;
}
