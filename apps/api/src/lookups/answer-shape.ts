import { createHash } from 'node:crypto';
import { type AnyTool, type FailureCode, FailureEnvelope, failures } from '@sonde/contract';
import * as z from 'zod';
import { toJsonSchema } from '../docs/tool-facts.ts';
import type { Outcome } from './outcome.ts';
import type { Kept } from './shared-lookups.ts';

/** Checks what is read from a store that others write to as well: nothing of it is trusted. */
export interface AnswerShape {
  /** Differs when servers disagree on what an answer of the tool looks like, so that they do not share any. */
  readonly version: string;
  /** The outcome in this JSON text, or null when it is none of this tool. */
  outcome(text: string): Outcome | null;
  /** The same, with how long it stays fresh. */
  kept(text: string): Kept | null;
  /** True for the JSON text of a streamed part. */
  isPart(text: string): boolean;
}

/** To be changed with the schemas below; those of the contract are in the version by themselves. */
const FORMAT = 1;
/** No contract lets an answer stand for longer. */
export const MAX_FRESH_MS = 24 * 60 * 60 * 1000;
const VERSION_DIGITS = 12;

const OutcomeText = z.object({
  status: z.int(),
  body: z.string(),
  code: z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]]).nullable(),
  retryAfterSeconds: z.number().min(0).nullable(),
});
const KeptText = z.object({ outcome: OutcomeText, freshMs: z.number().max(MAX_FRESH_MS) });

export function answerShapeOf({ answer, progress }: AnyTool): AnswerShape {
  const Answer = z.object({ success: z.literal(true), message: z.string(), _data: answer });

  /** The status line and the envelope must tell the same. */
  function isWhole({ status, body, code }: Outcome): boolean {
    if (code === null) return status === 200 && Answer.safeParse(parseJson(body)).success;
    const envelope = FailureEnvelope.safeParse(parseJson(body));
    return envelope.data?.code === code && status === failures[code].status;
  }
  return {
    version: createHash('sha256')
      .update(JSON.stringify([FORMAT, toJsonSchema(answer, 'output'), progress && toJsonSchema(progress, 'output')]))
      .digest('hex')
      .slice(0, VERSION_DIGITS),
    outcome(text) {
      const { data = null } = OutcomeText.safeParse(parseJson(text));
      return data !== null && isWhole(data) ? data : null;
    },
    kept(text) {
      const { data = null } = KeptText.safeParse(parseJson(text));
      return data !== null && isWhole(data.outcome) ? data : null;
    },
    isPart: (text) => progress?.safeParse(parseJson(text)).success ?? false,
  };
}

/** Undefined, which no schema takes, for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
