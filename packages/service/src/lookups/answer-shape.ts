import { createHash } from 'node:crypto';
import { type AnyTool, type FailureCode, FailureEnvelope, failures } from '@sonde/contract';
import * as z from 'zod';
import { toJsonSchema } from '../facts/tool-facts.ts';
import type { CachedResult, LookupResult } from './lookup-result.ts';

/** Validates what is read from the shared store, to which others write: nothing in it is trusted. */
export interface AnswerShape {
  /** Differs between instances that disagree on the shape of the tool's answers, so that they share none. */
  readonly version: string;
  /** The result in this JSON text; null if it is not one of this tool. */
  result(text: string): LookupResult | null;
  /** The same, with the time for which it stays fresh. */
  cached(text: string): CachedResult | null;
  /** Whether this is the JSON text of a progress part. */
  isPart(text: string): boolean;
}

/** Increment when the schemas below change; those of the contract are part of the version anyway. */
const FORMAT = 2;
/** Longer than any contract lets an answer stay fresh. */
export const MAX_FRESH_MS = 24 * 60 * 60 * 1000;
const VERSION_DIGITS = 12;

const ResultText = z.object({
  status: z.int(),
  body: z.string(),
  code: z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]]).nullable(),
  retryAfterSeconds: z.number().min(0).nullable(),
});
const CachedText = z.object({ result: ResultText, freshMs: z.number().max(MAX_FRESH_MS) });

export function answerShapeOf({ answer, progress }: AnyTool): AnswerShape {
  const Answer = z.object({ success: z.literal(true), message: z.string(), _data: answer });

  /** Whether the status and the envelope agree. */
  function isConsistent({ status, body, code }: LookupResult): boolean {
    if (code === null) return status === 200 && Answer.safeParse(parseJson(body)).success;
    const envelope = FailureEnvelope.safeParse(parseJson(body));
    return envelope.data?.code === code && status === failures[code].status;
  }
  return {
    version: createHash('sha256')
      .update(JSON.stringify([FORMAT, toJsonSchema(answer, 'output'), progress && toJsonSchema(progress, 'output')]))
      .digest('hex')
      .slice(0, VERSION_DIGITS),
    result(text) {
      const { data = null } = ResultText.safeParse(parseJson(text));
      return data !== null && isConsistent(data) ? data : null;
    },
    cached(text) {
      const { data = null } = CachedText.safeParse(parseJson(text));
      return data !== null && isConsistent(data.result) ? data : null;
    },
    isPart: (text) => progress?.safeParse(parseJson(text)).success ?? false,
  };
}

/** Parses JSON; undefined, which no schema accepts, if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
