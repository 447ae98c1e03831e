import { failures } from '@sonde/contract/failure';
import { knownWord } from '@sonde/contract/text/known-word';

/** Why a part of an answer is missing, as a sentence; for unknown codes, the code itself. */
export function gapMeaning(code: string): string {
  return knownWord<{ readonly meaning: string }>(failures, code, { meaning: `${code}.` }).meaning;
}
