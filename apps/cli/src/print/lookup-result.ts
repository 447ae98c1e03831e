import type { ToolError, ToolId } from '@sonde/contract';
import type { Finding } from '@sonde/contract/finding/finding';
import type { Answer } from '@sonde/probes';
import { printableJson } from './printable.ts';

/** The query of a lookup. */
export interface PrintedLookup {
  readonly id: ToolId;
  /** As typed, for a heading. */
  readonly target: string;
}

/** How a lookup ended, ready to be printed. */
export type Result = PrintedLookup & {
  /** From the query to the result. */
  readonly durationMs: number;
  /** When it ended, ISO 8601 in UTC. */
  readonly endedAt: string;
} & (
    | { readonly kind: 'answer'; readonly answer: Answer & { readonly findings: readonly Finding[] } }
    | {
        readonly kind: 'failure';
        readonly error: ToolError;
        /** Findings that follow from the missing answer, such as a missed policy. */
        readonly findings?: readonly Finding[];
      }
  );

/** A failure as a line of NDJSON: the fields that the API's envelope has. */
export function failureLine({ id, target, error }: Extract<Result, { kind: 'failure' }>) {
  const { code, reason, message } = error;
  return { type: 'failure', tool: id, target, data: { code, reason, message } };
}

/** A progress part as a line of NDJSON. */
export function progressLine({ id, target }: PrintedLookup, data: unknown): string {
  return printableJson({ type: 'progress', tool: id, target, data }, 0);
}

/** The findings of an answer, or those next to a failure. */
export const findingsOf = (result: Result): readonly Finding[] =>
  result.kind === 'answer' ? result.answer.findings : (result.findings ?? []);
