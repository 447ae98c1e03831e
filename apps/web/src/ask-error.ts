import type { FailureCode, FailureReason } from '@sonde/contract';

/** The six codes of the specification's section 8, by the names that HTTP clients made well known. */
export type ClientCode =
  /** Network error: no response came. */
  | 'ERR_NETWORK'
  | 'ETIMEDOUT'
  /** Abort: the visitor or the page called it off. */
  | 'ERR_CANCELED'
  /** Bad request: the server blames what was asked (4xx). */
  | 'ERR_BAD_REQUEST'
  /** Bad response: the server failed (5xx), or what came is not what its contract promises. */
  | 'ERR_BAD_RESPONSE'
  /** Unsupported protocol: the address is not one of HTTP. */
  | 'ERR_NOT_SUPPORT';

/** How far a call came before it failed: each tool has its own words for each. */
export type AskStage =
  /** Nothing came back. */
  | 'no-response'
  /** A status that is no success, and nothing that can be read. */
  | 'status'
  /** The server's envelope says why: `serverMessage`. */
  | 'envelope'
  /** An encrypted answer that cannot be opened; the text says why. */
  | 'sealed'
  /** A success whose body is no JSON, no envelope, or not the data that the contract promises. */
  | 'unreadable'
  /** A success with `_data` null. */
  | 'no-data';

export interface AskErrorDetails {
  readonly code: ClientCode;
  readonly stage: AskStage;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  readonly serverMessage?: string;
  readonly failure?: {
    readonly code: FailureCode;
    readonly reason: FailureReason | null;
    /** When the server wants to be asked again; only where it says so. */
    readonly retryAfterSeconds?: number | undefined;
    /** When the lookup failed, ISO 8601 in UTC; only where one was made. */
    readonly checkedAt?: string | undefined;
  };
  readonly cause?: unknown;
}

/** A call to the API that gave no data. `message` carries the two prefixes around the client's own text. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly code: ClientCode;
  readonly stage: AskStage;
  readonly status: number | null;
  readonly serverMessage: string | null;
  /** Row and reason of the failure table, when the server named one that we know. */
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
