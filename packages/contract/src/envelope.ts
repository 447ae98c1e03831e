import * as z from 'zod/mini';
import { type FailureCode, type FailureReason, failures, reasons, type ToolError } from './failure.ts';

const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]];
const failureReasons = Object.keys(reasons) as [FailureReason, ...FailureReason[]];

/** A part that could not be measured, beside data that could: `part` is a name of the tool's own (a record type, a source). */
export const Gap = z.object({ part: z.string(), code: z.enum(failureCodes) });
export type Gap = z.infer<typeof Gap>;

/** What every failed call answers: the HTTP status is that of `code` in the failure table. */
export const FailureEnvelope = z.object({
  success: z.literal(false),
  message: z.string(),
  _data: z.null(),
  code: z.enum(failureCodes),
  reason: z.optional(z.enum(failureReasons)),
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

/** The envelope of a failure; the text of an `internal` one is hidden. */
export function failureEnvelope(error: ToolError): FailureEnvelope {
  const message = error.code === 'internal' ? 'Something went wrong on our side.' : error.message;
  return {
    success: false,
    message,
    _data: null,
    code: error.code,
    ...(error.reason === null ? {} : { reason: error.reason }),
  };
}
