import { type FailureCode, failures } from '@sonde/contract';

/** Reasons of `not-found` that prove that the target does not exist. */
const ABSENT: ReadonlySet<string | null> = new Set(['nxdomain', 'not-registered']);

/**
 * What a failed measurement says of the target: that it does not exist, that it cannot be measured, or nothing, because the
 * cause is in Sonde, in its limits, or in those of a source.
 */
export function failureKind(code: FailureCode, reason: string | null): 'absent' | 'failure' | 'nothing' {
  if (code === 'not-found' && ABSENT.has(reason)) return 'absent';
  const isOurs = failures[code].blame === 'us' || code === 'rate-limited' || reason === 'source-limited';
  return isOurs ? 'nothing' : 'failure';
}
