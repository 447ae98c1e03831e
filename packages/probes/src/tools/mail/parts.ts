import { type Gap, reasons } from '@sonde/contract';
import { withDeadline } from '../../async/deadline.ts';
import { NetFailure } from '../../net/net.ts';

/** A part of the answer: its value, or the failure because of which it is missing. */
export type PartOutcome<Value> =
  | { readonly value: Value; readonly failure: null }
  | { readonly value: null; readonly failure: NetFailure };

/** Runs one part with its own deadline. A network failure is returned; the signal's reason is thrown. */
export async function runPart<Value>(
  what: string,
  timeoutMs: number,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<PartOutcome<Value>> {
  try {
    return { value: await withDeadline({ timeoutMs, what }, [signal], work), failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetFailure) return { value: null, failure: error };
    throw error;
  }
}

/** The gap of a part that failed. */
export function gapOf(part: string, failure: NetFailure): Gap {
  return { part, code: reasons[failure.reason].code };
}
