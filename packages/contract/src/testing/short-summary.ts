import { expect } from 'vitest';
import { judgeAnswer } from '../answers/answer-checks.ts';
import { remedyParts } from '../finding/remedy-parts.ts';
import { answerSummary, SUMMARY_BYTES } from '../summary/answer-summary.ts';
import { bytesOf } from '../summary/shortened.ts';
import type { ToolId } from '../tools/index.ts';

interface Summary {
  readonly verdict: string;
  readonly remedies: readonly { readonly code: string; readonly fix?: string }[];
  readonly notShown?: { readonly remedies?: number };
}

/** Judges an answer, and checks that its summary is short, has the verdict and the worst remedy, and cuts no remedy. */
export function expectShortSummary(id: ToolId, answer: Readonly<Record<string, unknown>>): void {
  const judged = judgeAnswer(id, answer);
  const summary = answerSummary(id, { ...answer, ...judged }, SUMMARY_BYTES) as Summary;
  expect(bytesOf(summary)).toBeLessThanOrEqual(SUMMARY_BYTES);
  expect(summary.verdict).toBe(judged.verdict);
  const asking = judged.findings.filter(({ fix }) => fix !== null);
  const [worst] = asking;
  expect(summary.remedies[0]?.code).toBe(worst?.code);
  expect(summary.remedies.length + (summary.notShown?.remedies ?? 0)).toBe(asking.length);
  const whole = asking.flatMap(({ fix }) => [fix, remedyParts(fix ?? '').text]);
  for (const { fix } of summary.remedies) if (fix !== undefined) expect(whole).toContain(fix);
}
