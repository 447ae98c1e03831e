import { AskError } from '../../browser/api/ask-error.ts';
import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import type { WhoisAnswer } from './query.ts';
import { texts } from './texts.ts';

/** The message of a failed lookup. */
export const failureText = failureTexts({
  fallback: texts.fallback,
  at: { ...clientTexts, envelope: texts.noData, 'no-data': texts.noData },
});

/** True if a registry says that the domain is not registered: that is an answer, and a retry would not help. */
export function isNotRegistered(error: unknown): boolean {
  return error instanceof AskError && error.failure?.reason === 'not-registered';
}

/** The servers that could not be queried, by cause. */
export function gapSentences({ gaps }: Pick<WhoisAnswer, 'gaps'>): string[] {
  const codes = [...new Set(gaps.map(({ code }) => code))];
  return codes.map((code) => {
    const parts = [...new Set(gaps.flatMap((gap) => (gap.code === code ? [gap.part] : [])))];
    return `No answer from ${parts.join(', ')}: ${gapMeaning(code)}`;
  });
}
