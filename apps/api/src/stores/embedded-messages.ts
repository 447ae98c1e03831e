/** What the thread of the embedded database is asked to do. */
export type EmbeddedWork =
  | { readonly kind: 'open'; readonly path: string }
  | {
      /** `write` is a transaction of its own, `step` a statement within the one that was begun. */
      readonly kind: 'read' | 'write' | 'step';
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'close' };

export interface EmbeddedResult {
  readonly rows: readonly unknown[];
  /** Rows that were changed; null for a statement that changes none. */
  readonly changes: number | null;
}

export interface EmbeddedRequest {
  readonly id: number;
  readonly work: EmbeddedWork;
}

/** Errors lose their class on the way between threads: what is left of one is its text and its code. */
export type EmbeddedReply =
  | { readonly id: number; readonly result: EmbeddedResult }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | null } };
