import { type FailureCode, failureEnvelope, failures, type ToolError } from '@sonde/contract';

/** How a lookup ended, ready to be sent. */
export interface Outcome {
  readonly status: number;
  /** JSON text of the envelope. */
  readonly body: string;
  /** Null for an answer. */
  readonly code: FailureCode | null;
  readonly retryAfterSeconds: number | null;
}

/** `checkedAt`: when the lookup ended, null where none was made. */
export function failureOutcome(failure: ToolError, checkedAt: string | null = null): Outcome {
  return {
    status: failures[failure.code].status,
    body: JSON.stringify(failureEnvelope(failure, checkedAt)),
    code: failure.code,
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}
