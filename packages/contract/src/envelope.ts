import * as z from 'zod/mini';
import { type FailureCode, type FailureReason, failures, reasons, type ToolError } from './failure.ts';
import { means } from './means.ts';
import { isEssential } from './reading.ts';

const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]];
const failureReasons = Object.keys(reasons) as [FailureReason, ...FailureReason[]];

/** A part that could not be measured, beside data that could: `part` is a name of the tool's own (a record type, a source). */
export const Gap = z.object({
  part: isEssential(
    means(z.string(), 'What is missing, by a name of the tool’s own: a record type, a source, a test.', 'MX'),
  ),
  code: isEssential(means(z.enum(failureCodes), 'Why, from the table of failures.', 'timeout')),
  retryAfterSeconds: means(
    z.optional(z.int()),
    'When it can be had, in seconds; only where a limit of this server has cut it.',
    540,
  ),
});
export type Gap = z.infer<typeof Gap>;

/** What every failed call answers: the HTTP status is that of `code` in the failure table. */
export const FailureEnvelope = z.object({
  success: means(z.literal(false), 'False for a failure.', false),
  message: means(z.string(), 'One sentence, fit for a visitor.', 'No DNS records found for this domain'),
  _data: means(z.null(), 'Always null.'),
  code: means(z.enum(failureCodes), 'What kind of failure, from the table of failures.', 'not-found'),
  reason: means(z.optional(z.enum(failureReasons)), 'Why, in one word; only where that is known.', 'nxdomain'),
  retryAfterSeconds: means(
    z.optional(z.int()),
    'When to ask again, in seconds, as Retry-After says it; only where that is known.',
    12,
  ),
  checkedAt: means(
    z.optional(z.string()),
    'When the lookup failed, ISO 8601 in UTC; only where one was made.',
    '2026-11-22T14:03:21.482Z',
  ),
});
export type FailureEnvelope = z.infer<typeof FailureEnvelope>;

/** What every successful call answers, around the tool's own data. */
export interface AnswerEnvelope<Data> {
  success: true;
  message: string;
  _data: Data;
}

export function answerEnvelope<Data>(data: Data): AnswerEnvelope<Data> {
  return { success: true, message: 'OK', _data: data };
}

/** Whole seconds, and at least one: what `Retry-After` and the envelope say. */
export function toRetrySeconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}

/**
 * The envelope of a failure; the text of an `internal` one is hidden.
 * @param checkedAt when the lookup ended, ISO 8601 in UTC; null where none was made.
 */
export function failureEnvelope(error: ToolError, checkedAt: string | null = null): FailureEnvelope {
  const message = error.code === 'internal' ? 'Something went wrong on our side.' : error.message;
  return {
    success: false,
    message,
    _data: null,
    code: error.code,
    ...(error.reason === null ? {} : { reason: error.reason }),
    ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: toRetrySeconds(error.retryAfterSeconds) }),
    ...(checkedAt === null ? {} : { checkedAt }),
  };
}
