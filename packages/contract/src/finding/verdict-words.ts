import type { Verdict } from './check-result.ts';
import type { FindingState } from './finding.ts';

/** The words of a verdict, the same on pages, in exports and on a terminal. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  broken: 'Broken',
  warning: 'Warning',
  unknown: 'Not determined',
  good: 'Good',
};

/** The word for the state of one finding in a list; a note is no verdict. */
export const stateWord: Readonly<Record<FindingState, string>> = {
  bad: 'broken',
  warn: 'warning',
  unknown: 'unknown',
  note: 'note',
  good: 'good',
};
