/** A call that has ended, as its server has answered it. */
export interface Receipt {
  /** The id of the tool. */
  readonly tool: string;
  /** Path and query. */
  readonly key: string;
  /** The envelope as it came. */
  readonly body: object;
}

const receipts = new WeakMap<object, Receipt>();

/**
 * Remembers which call an answer or a failure came from. Tools copy answers, and leave the list of gaps in them as it
 * is: it stands for the answer.
 */
export function rememberReceipt(outcome: unknown, receipt: Receipt): void {
  const mark = markOf(outcome);
  if (mark !== null) receipts.set(mark, receipt);
}

/** The call that an answer or a failure came from; null where this browser has not made it since the page was loaded. */
export function receiptOf(outcome: unknown): Receipt | null {
  const mark = markOf(outcome);
  return mark === null ? null : (receipts.get(mark) ?? null);
}

function markOf(outcome: unknown): object | null {
  if (outcome instanceof Error) return outcome;
  const { gaps } = (outcome ?? {}) as { readonly gaps?: unknown };
  return Array.isArray(gaps) ? gaps : null;
}
