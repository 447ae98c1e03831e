import type { FailureCode, FailureReason } from '@sonde/contract';

/** The six codes of the specification's section 8, under the names that HTTP clients commonly use. */
export type ClientCode =
  /** Network error: no response came. */
  | 'ERR_NETWORK'
  | 'ETIMEDOUT'
  /** Abort: cancelled by the visitor or the page. */
  | 'ERR_CANCELED'
  /** Bad request: the request was at fault (4xx). */
  | 'ERR_BAD_REQUEST'
  /** Bad response: the server failed (5xx), or the response does not match the contract. */
  | 'ERR_BAD_RESPONSE'
  /** Unsupported protocol: not an HTTP address. */
  | 'ERR_NOT_SUPPORT';

/** How far a call got before it failed; each tool has its own texts for these cases. */
export type AskStage =
  /** No response. */
  | 'no-response'
  /** An error status without a readable body. */
  | 'status'
  /** The server's envelope gives the reason in `serverMessage`. */
  | 'envelope'
  /** An answer that cannot be decrypted; the message says why. */
  | 'encrypted'
  /** A success whose body is not JSON, not an envelope, or not the data that the contract promises. */
  | 'unreadable'
  /** A success with `_data` null. */
  | 'no-data';

export interface AskErrorDetails {
  readonly code: ClientCode;
  readonly stage: AskStage;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly serverMessage?: string;
  readonly failure?: {
    readonly code: FailureCode;
    readonly reason: FailureReason | null;
    /** When the server accepts the next request, if it says so. */
    readonly retryAfterSeconds?: number | undefined;
    /** What the peer itself said about the failure, if anything. */
    readonly detail?: string | undefined;
    /** When the lookup failed, ISO 8601 in UTC; absent if there was no lookup. */
    readonly checkedAt?: string | undefined;
  };
  readonly cause?: unknown;
}

/**
 * A call to the API that returned no data. `message` contains the two prefixes of the specification and the client's
 * own text.
 */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly code: ClientCode;
  readonly stage: AskStage;
  readonly status: number | null;
  readonly serverMessage: string | null;
  /** The failure's code and reason, if the server sent ones that this page knows. */
  readonly failure: AskErrorDetails['failure'] | null;

  constructor(clientText: string, details: AskErrorDetails) {
    super(`API Request Failed: API Error: ${clientText}`, { cause: details.cause });
    this.code = details.code;
    this.stage = details.stage;
    this.status = details.status;
    this.serverMessage = details.serverMessage ?? null;
    this.failure = details.failure ?? null;
  }
}
