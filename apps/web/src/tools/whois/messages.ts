import { AskError } from '../../ask-error.ts';
import { gapMeaning } from '../known-word.ts';
import type { WhoisAnswer } from './query.ts';
import { texts } from './texts.ts';

/** What is shown of a failed lookup. */
export function failureText(error: unknown): string {
  if (!(error instanceof AskError)) return texts.fallback;
  switch (error.stage) {
    case 'envelope':
      return error.serverMessage || texts.noData;
    case 'no-data':
      return texts.noData;
    case 'unreadable':
      return texts.fallback;
    case 'no-response':
    case 'status':
    case 'sealed':
      return error.message || texts.fallback;
  }
}

/** True when a registry says that there is no such domain: that is an answer, and nothing to try again. */
export function isNotRegistered(error: unknown): boolean {
  return error instanceof AskError && error.failure?.reason === 'not_registered';
}

/** The servers that could not be asked, by what went wrong. */
export function gapSentences({ gaps }: Pick<WhoisAnswer, 'gaps'>): string[] {
  const codes = [...new Set(gaps.map(({ code }) => code))];
  return codes.map((code) => {
    const parts = [...new Set(gaps.flatMap((gap) => (gap.code === code ? [gap.part] : [])))];
    return `Not answered by ${parts.join(', ')}: ${gapMeaning(code)}`;
  });
}
