/** A finished call and the server's response. */
export interface Receipt {
  /** The id of the tool. */
  readonly tool: string;
  /** Path and query of the call. */
  readonly key: string;
  /** The envelope as received, without the evidence. */
  readonly body: object;
  /** Evidence, not yet parsed; undefined if it was not requested. */
  readonly evidence?: unknown;
}

/** Calls whose results are kept together, as one snapshot. */
export interface Keepable {
  readonly receipts: readonly Receipt[];
  /** The target of the snapshot; default: the target of the only call. */
  readonly target?: string;
}

const known = new WeakMap<object, Keepable>();

/**
 * Remembers which calls an answer or a failure came from. Tools may copy an answer, but keep its list of gaps, which
 * therefore identifies it.
 */
export function rememberCalls(outcome: unknown, calls: Keepable): void {
  const mark = markOf(outcome);
  if (mark !== null) known.set(mark, calls);
}

/** The calls that an answer or a failure came from; null if they were made before this page was loaded. */
export function callsOf(outcome: unknown): Keepable | null {
  const mark = markOf(outcome);
  return mark === null ? null : (known.get(mark) ?? null);
}

function markOf(outcome: unknown): object | null {
  if (outcome instanceof Error) return outcome;
  const { gaps } = (outcome ?? {}) as { readonly gaps?: unknown };
  return Array.isArray(gaps) ? gaps : null;
}
