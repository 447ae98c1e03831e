import { type FindingState, findingStates } from '@sonde/contract/finding/finding';
import type { CodeCount, ListEntry, ListedLookup } from '@sonde/contract/lists/list-calls';
import { listedPlaces, SELF } from '@sonde/contract/own-place';
import { placeAnswerStates } from '@sonde/contract/places/places';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { titleOf } from '../../../tools/findings/explanations.ts';
import { stateWords } from '../../../tools/findings/state-words.ts';
import type { Tone } from '../../../ui/tables/badge.tsx';

type State = CodeCount['state'];

/** Why a place gave no answer. */
const gapNames = new Set<string>(placeAnswerStates);

/** A list whose results are shown. */
export interface ShownList {
  readonly list: ListEntry;
  /** Finished lists before this one, to compare with. */
  readonly earlier: readonly ListEntry[];
  nameOf(tool: string): string;
}

/** The name of each state of a finding or lookup in tables. */
export const stateNames: Readonly<Record<State, string>> = {
  failed: 'Failed',
  bad: 'Broken',
  warn: 'Warning',
  unknown: 'Not determined',
  note: 'Note',
  good: 'Good',
};

const tones = new Map<string, Tone>([
  [stateNames.failed, 'warn'],
  ...findingStates.map((state): [string, Tone] => [stateNames[state], stateWords[state].tone]),
]);

/** The colour for a name from `stateNames`. */
export const toneOf = (name: string): Tone => tones.get(name) ?? 'neutral';

export const nameOfList = ({ name, madeAt }: Pick<ListEntry, 'name' | 'madeAt'>): string =>
  name || `List of ${formatUtc(madeAt)}`;

/** The place of a lookup. */
export const placeInWords = (place: string | undefined): string => listedPlaces([place ?? SELF]);

/** The heading of a finding, or the reason why there is no answer. */
export const titleOfCode = ({ code, state }: { code: string; state: State }): string =>
  state === 'failed' || gapNames.has(code) ? `No answer: ${code}` : titleOf(code);

/** The most severe finding of one lookup first, then the others that are not good, each with its state: a line for each. */
export function verdictOfLookup({ codes, failure }: ListedLookup) {
  if (failure !== null) return { state: stateNames.failed, text: `No answer: ${failure}` };
  const [worst] = codes;
  if (worst === undefined) return { state: '', text: 'No findings' };
  if (worst.state === 'good') return { state: stateNames.good, text: 'All findings are good' };
  const others = codes.slice(1).filter(({ state }) => state !== ('good' satisfies FindingState));
  const lines = others.map((one) => `${stateNames[one.state]}: ${titleOfCode(one)}`);
  return { state: stateNames[worst.state], text: [titleOfCode(worst), ...lines].join('\n') };
}
