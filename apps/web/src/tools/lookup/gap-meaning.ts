import { failures } from '@sonde/contract/failure';
import { knownWord } from '@sonde/contract/text/known-word';

/** Why a part of an answer is missing, in a sentence; the server's own code if the page does not know it. */
export function gapMeaning(code: string): string {
  return knownWord<{ readonly meaning: string }>(failures, code, { meaning: `${code}.` }).meaning;
}
