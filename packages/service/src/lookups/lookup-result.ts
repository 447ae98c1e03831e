import {
  answerEnvelope,
  type Evidence,
  type FailureCode,
  failureEnvelope,
  failures,
  type ToolError,
  withEvidence,
} from '@sonde/contract';
import type { LookupTiming } from '@sonde/contract/timing/timing';

/** How a lookup ended, ready to be sent. */
export interface LookupResult {
  /** The one that the failure table gives to the code; 200 for an answer. */
  readonly status: number;
  /** JSON text of the envelope. */
  readonly body: string;
  /** Null for an answer. */
  readonly code: FailureCode | null;
  readonly retryAfterSeconds: number | null;
  /** Where the time of the lookup went, for those who have asked. It is not cached. */
  readonly timing?: LookupTiming;
}

/** A result, and for how many milliseconds it may still be given out. */
export interface CachedResult {
  readonly result: LookupResult;
  readonly freshMs: number;
}

/** What was recorded of a lookup beside its result, for those alone who have asked. It is not cached. */
export interface Recorded {
  /** What was sent and received. */
  readonly evidence?: Evidence;
  /** Where the time went. */
  readonly timing?: LookupTiming;
}

export function resultWith(result: LookupResult, { evidence, timing }: Recorded): LookupResult {
  const body = evidence === undefined ? result.body : withEvidence(result.body, evidence);
  return { ...result, body, ...(timing && { timing }) };
}

export function answerResult(data: object): LookupResult {
  return { status: 200, body: JSON.stringify(answerEnvelope(data)), code: null, retryAfterSeconds: null };
}

/** `checkedAt`: when the lookup ended, null if none was made. */
export function failureResult(failure: ToolError, checkedAt: string | null = null): LookupResult {
  return {
    status: failures[failure.code].status,
    body: JSON.stringify(failureEnvelope(failure, checkedAt)),
    code: failure.code,
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}
