import {
  answerEnvelope,
  type Evidence,
  type FailureCode,
  failureEnvelope,
  failures,
  type ToolError,
  withEvidence,
} from '@sonde/contract';

/** How a lookup ended, ready to be sent. */
export interface LookupResult {
  /** The one that the failure table gives to the code; 200 for an answer. */
  readonly status: number;
  /** JSON text of the envelope. */
  readonly body: string;
  /** Null for an answer. */
  readonly code: FailureCode | null;
  readonly retryAfterSeconds: number | null;
}

/** A result, and for how many milliseconds it may still be given out. */
export interface CachedResult {
  readonly result: LookupResult;
  readonly freshMs: number;
  /** What was sent and received, where that was recorded. It is not cached. */
  readonly evidence?: Evidence;
}

/** The result with what was sent and received; only those who have asked for it get that. */
export function resultWithEvidence(result: LookupResult, evidence: Evidence): LookupResult {
  return { ...result, body: withEvidence(result.body, evidence) };
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
