import * as z from 'zod/mini';
import { described } from './described.ts';
import { type FailureCode, type FailureReason, failures, reasons, type ToolError } from './failure.ts';
import { isEssential } from './reading.ts';

const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]];
const failureReasons = Object.keys(reasons) as [FailureReason, ...FailureReason[]];

/**
 * A part of an answer that could not be measured, although the rest was. `part` is the tool's own name for it (a record
 * type, a source).
 */
export const Gap = z.object({
  part: isEssential(
    described(
      z.string(),
      'The name of the missing part as defined by the tool: a record type, a source, a test.',
      'MX',
    ),
  ),
  code: isEssential(described(z.enum(failureCodes), 'The cause: a code from the table of failures.', 'timeout')),
  retryAfterSeconds: described(
    z.optional(z.int()),
    'Seconds until the part can be measured; only present if a limit of this server was the cause.',
    540,
  ),
});
export type Gap = z.infer<typeof Gap>;

/** The answer of every failed call; its HTTP status is that of `code` in the failure table. */
export const FailureEnvelope = z.object({
  success: described(z.literal(false), 'Always false for a failure.', false),
  message: described(z.string(), 'One sentence for the visitor.', 'No DNS records found for this domain'),
  _data: described(z.null(), 'Always null.'),
  code: described(
    z.enum(failureCodes),
    'The failure code from the table of failures; it determines the HTTP status.',
    'not-found',
  ),
  reason: described(z.optional(z.enum(failureReasons)), 'The narrower cause; absent if not known.', 'nxdomain'),
  retryAfterSeconds: described(
    z.optional(z.int()),
    'Seconds to wait before the next attempt, as in Retry-After; only present if known.',
    12,
  ),
  detail: described(
    z.optional(z.string()),
    'The message of the remote side, which may contain hostile text; absent if there is none.',
    'DNSSEC Bogus (6): signature expired',
  ),
  checkedAt: described(
    z.optional(z.string()),
    'When the lookup failed, ISO 8601 in UTC; absent if no lookup was made.',
    '2026-11-22T14:03:21.482Z',
  ),
});
export type FailureEnvelope = z.infer<typeof FailureEnvelope>;

/** The answer of every successful call, around the tool's own data. */
export interface AnswerEnvelope<Data> {
  success: true;
  message: string;
  _data: Data;
}

export function answerEnvelope<Data>(data: Data): AnswerEnvelope<Data> {
  return { success: true, message: 'OK', _data: data };
}

/** Rounds up to whole seconds, at least one, as `Retry-After` and the envelope carry them. */
export function toRetrySeconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}

/**
 * The envelope of a failure; the text of an `internal` failure is replaced by a general one.
 * @param checkedAt when the lookup ended, ISO 8601 in UTC; null if there was no lookup.
 */
export function failureEnvelope(error: ToolError, checkedAt: string | null = null): FailureEnvelope {
  const message = error.code === 'internal' ? 'Something went wrong in Sonde.' : error.message;
  return {
    success: false,
    message,
    _data: null,
    code: error.code,
    ...(error.reason === null ? {} : { reason: error.reason }),
    ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: toRetrySeconds(error.retryAfterSeconds) }),
    ...(error.detail === null || error.code === 'internal' ? {} : { detail: error.detail }),
    ...(checkedAt === null ? {} : { checkedAt }),
  };
}
