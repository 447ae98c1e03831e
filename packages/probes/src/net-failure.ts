import type { FailureReason } from '@sonde/contract';

/** Why a target could not be reached or used. `message` is for the log; `run.ts` chooses the text that visitors read. */
export class NetFailure extends Error {
  override readonly name = 'NetFailure';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Why everything ends with the network layer. A single instance: to capture a stack trace takes longer than to close it. */
export const networkClosed = new NetFailure('unreachable', 'the network layer is closed');
