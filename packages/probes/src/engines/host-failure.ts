import { type FailureReason, reasons, ToolError } from '@sonde/contract';
import type { NetFailure } from '../net/net.ts';

type Words = Readonly<Partial<Record<FailureReason, string>>>;

const RETRY_AFTER_SECONDS = 5;

const words: Words = {
  nxdomain: 'This host name does not exist.',
  'no-address': 'This host name has no IP address.',
  servfail: 'The name servers of this host do not answer. Please try again.',
  'connection-refused': 'The resolver of this server cannot be reached.',
  timeout: 'The address of this host could not be found in time.',
  unreachable: 'This server has no route to the host.',
};

/**
 * Gives a failure to send packets to a host a more specific message, if there is one.
 * @param more further messages, by reason, of a tool
 * @returns the failure itself, or a ToolError with its code and reason, and `retryAfterSeconds` if the server is busy
 */
export function hostFailure(failure: NetFailure, more: Words = {}): NetFailure | ToolError {
  const { code, meaning } = reasons[failure.reason];
  const message = more[failure.reason] ?? words[failure.reason];
  if (message === undefined && code !== 'busy') return failure;
  return new ToolError(code, message ?? meaning, {
    reason: failure.reason,
    cause: failure,
    ...(code === 'busy' && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}
