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
  /** The HTTP status of the code in the failure table; 200 for an answer. */
  readonly status: number;
  /** JSON text of the envelope. */
  readonly body: string;
  /** Null for an answer. */
  readonly code: FailureCode | null;
  readonly retryAfterSeconds: number | null;
  /** Where the time of the lookup went, if requested. Not cached. */
  readonly timing?: LookupTiming;
  /** The resolvers whose answers it rests on, if this instance has measured it and asked any. */
  readonly resolvers?: readonly string[];
}

/** A result, and for how many milliseconds it may still be used. */
export interface CachedResult {
  readonly result: LookupResult;
  readonly freshMs: number;
}

/** The recording of a lookup, if requested. Not cached. */
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

/** What stands before the data in the text of an answer. */
const HEAD = JSON.stringify(answerEnvelope(null)).slice(0, -'null}'.length);

/** The JSON text of the data of an answer that holds no recording. */
export function answerDataOf({ body }: Pick<LookupResult, 'body'>): string {
  return body.slice(HEAD.length, -1);
}

/** `checkedAt`: when the lookup ended; null if there was none. */
export function failureResult(failure: ToolError, checkedAt: string | null = null): LookupResult {
  return {
    status: failures[failure.code].status,
    body: JSON.stringify(failureEnvelope(failure, checkedAt)),
    code: failure.code,
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}
