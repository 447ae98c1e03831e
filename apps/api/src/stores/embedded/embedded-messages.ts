/** A request to the thread of the embedded database. */
export type EmbeddedWork =
  | { readonly kind: 'open'; readonly path: string }
  | {
      /** `write` runs in its own transaction, `step` in the open one. */
      readonly kind: 'read' | 'write' | 'step';
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'close' };

export interface EmbeddedResult {
  readonly rows: readonly unknown[];
  /** Number of changed rows; null for statements that return rows and for transaction control. */
  readonly changes: number | null;
}

export interface EmbeddedRequest {
  readonly id: number;
  readonly work: EmbeddedWork;
}

/** Error classes do not survive the transfer between threads, so only the message and the code are sent. */
export type EmbeddedReply =
  | { readonly id: number; readonly result: EmbeddedResult }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | null } };
