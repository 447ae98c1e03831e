/** The requests to the thread of the embedded database. */
export type EmbeddedWork =
  | { readonly kind: 'open'; readonly path: string }
  | {
      /** `write` is a transaction of its own, `step` a statement within the open one. */
      readonly kind: 'read' | 'write' | 'step';
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'close' };

export interface EmbeddedResult {
  readonly rows: readonly unknown[];
  /** Changed rows; null for a statement that changes none. */
  readonly changes: number | null;
}

export interface EmbeddedRequest {
  readonly id: number;
  readonly work: EmbeddedWork;
}

/** Errors lose their class between threads: only the text and the code remain. */
export type EmbeddedReply =
  | { readonly id: number; readonly result: EmbeddedResult }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | null } };
