/** A call that has ended, as its server has answered it. */
export interface Receipt {
  /** The id of the tool. */
  readonly tool: string;
  /** Path and query. */
  readonly key: string;
  /** The envelope as it came, without the evidence. */
  readonly body: object;
  /** What was sent and received, unread; undefined where it was not asked for. */
  readonly evidence?: unknown;
}

/** The calls whose results are kept together. */
export interface Keepable {
  readonly receipts: readonly Receipt[];
  /** What they are about; default: the target of the only call. */
  readonly target?: string;
}

const known = new WeakMap<object, Keepable>();

/**
 * Remembers which calls an answer or a failure came from. Tools copy answers, and leave the list of gaps in them as it
 * is: it stands for the answer.
 */
export function rememberCalls(outcome: unknown, calls: Keepable): void {
  const mark = markOf(outcome);
  if (mark !== null) known.set(mark, calls);
}

/** The calls that an answer or a failure came from; null where this browser has not made it since the page was loaded. */
export function callsOf(outcome: unknown): Keepable | null {
  const mark = markOf(outcome);
  return mark === null ? null : (known.get(mark) ?? null);
}

function markOf(outcome: unknown): object | null {
  if (outcome instanceof Error) return outcome;
  const { gaps } = (outcome ?? {}) as { readonly gaps?: unknown };
  return Array.isArray(gaps) ? gaps : null;
}
