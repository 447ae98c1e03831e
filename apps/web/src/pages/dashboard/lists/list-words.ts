import { type FindingState, findingStates } from '@sonde/contract/findings/finding';
import type { CodeCount, ListEntry, ListedLookup } from '@sonde/contract/lists/list-calls';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { stateWords } from '../../../tools/findings/state-words.ts';
import { titleOf, type useExplanations } from '../../../tools/findings/use-explanations.ts';
import type { Tone } from '../../../ui/tables/badge.tsx';

type State = CodeCount['state'];
type ExplanationOf = ReturnType<typeof useExplanations>;

/** A list whose results are shown. */
export interface ShownList {
  readonly list: ListEntry;
  /** Lists before this one that have ended, to compare with. */
  readonly earlier: readonly ListEntry[];
  nameOf(tool: string): string;
}

/** What a finding, or the end of a lookup, is called in a table. */
export const stateNames: Readonly<Record<State, string>> = {
  failed: 'Failed',
  bad: 'Serious',
  warn: 'Warning',
  unknown: 'Not determined',
  note: 'Note',
  good: 'Good',
};

const tones = new Map<string, Tone>([
  [stateNames.failed, 'warn'],
  ...findingStates.map((state): [string, Tone] => [stateNames[state], stateWords[state].tone]),
]);

/** The colour of a name of `stateNames`. */
export const toneOf = (name: string): Tone => tones.get(name) ?? 'neutral';

export const nameOfList = ({ name, madeAt }: Pick<ListEntry, 'name' | 'madeAt'>): string =>
  name || `List of ${formatUtc(madeAt)}`;

/** The heading of a finding, or why there is no answer. */
export const titleOfCode = (explanationOf: ExplanationOf, { code, state }: { code: string; state: State }): string =>
  state === 'failed' ? `No answer: ${code}` : titleOf(explanationOf(code), code);

/** The verdict on one lookup, and how much else there is to look at. */
export function verdictOfLookup(explanationOf: ExplanationOf, { codes, failure }: ListedLookup) {
  if (failure !== null) return { state: stateNames.failed, text: `No answer: ${failure}` };
  const [worst] = codes;
  if (worst === undefined) return { state: '', text: 'Nothing was judged' };
  if (worst.state === 'good') return { state: stateNames.good, text: 'Everything that was judged is good' };
  const others = codes.filter(({ state }) => state !== ('good' satisfies FindingState)).length - 1;
  const more = others > 0 ? `, and ${others} more` : '';
  return { state: stateNames[worst.state], text: titleOfCode(explanationOf, worst) + more };
}
