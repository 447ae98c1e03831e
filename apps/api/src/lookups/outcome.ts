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

export function failureOutcome(failure: ToolError): Outcome {
  return {
    status: failures[failure.code].status,
    body: JSON.stringify(failureEnvelope(failure)),
    code: failure.code,
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}
