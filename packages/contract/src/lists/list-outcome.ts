import { expiryOf } from '../answers/endings.ts';
import type { AnswerEnvelope, FailureEnvelope, Gap } from '../envelope.ts';
import { daysBetween } from '../finding/ending/findings.ts';
import { type Finding, findingStates } from '../finding/finding.ts';
import { bySeverity, isAtLeast } from '../finding/severity.ts';
import type { PlaceAnswer } from '../places/places.ts';
import type { CodeCount, ListedLookup } from './list-calls.ts';

/** The answer of a tool in a list, with the fields common to all tools. */
export interface ListAnswer extends Readonly<Record<string, unknown>> {
  readonly gaps: readonly Gap[];
  readonly findings?: readonly Finding[];
  readonly checkedAt?: string;
}

/** How one lookup of a list ended, with its envelope as in the API. */
export interface ListOutcome {
  readonly target: string;
  /** Id of the tool. */
  readonly tool: string;
  /** The id of the place that made it; absent in a list of the server alone. */
  readonly place?: string;
  readonly outcome: AnswerEnvelope<ListAnswer> | FailureEnvelope;
}

/** Why a place gave no answer. */
export type PlaceGap = Exclude<PlaceAnswer['state'], 'answer' | 'failure'>;

/** A lookup of a list for which a place gave no answer, which is neither a failure of the lookup nor a finding. */
export interface UnansweredLookup extends Required<Pick<ListOutcome, 'target' | 'tool' | 'place'>> {
  readonly state: PlaceGap;
  readonly outcome: null;
}

/** How one lookup of a list ended, wherever it was made. */
export type ListedOutcome = ListOutcome | UnansweredLookup;

/** A lookup as shown in a list, without its answer. */
export function listedLookup(ended: ListedOutcome): ListedLookup {
  const { target, tool, place, outcome } = ended;
  const of = { target, tool, ...(place === undefined ? {} : { place }) };
  const expiresAt = expiryOf(tool, outcome?.success ? outcome._data : null);
  const end = expiresAt === undefined ? {} : { expiresAt };
  if (outcome === null) {
    const { state } = ended as UnansweredLookup;
    return {
      ...of,
      codes: [{ code: state, state: 'unknown' }],
      gaps: [state],
      failure: null,
      measuredAt: null,
      ...end,
    };
  }
  if (!outcome.success) {
    const { code, reason, checkedAt = null } = outcome;
    return {
      ...of,
      codes: [{ code, state: 'failed' }],
      gaps: [],
      failure: reason ?? code,
      measuredAt: checkedAt,
      ...end,
    };
  }
  const { findings = [], gaps, checkedAt = null } = outcome._data;
  const codes = bySeverity(findings).map(({ code, state }) => ({ code, state }));
  return { ...of, codes, gaps: gaps.map(({ part }) => part), failure: null, measuredAt: checkedAt, ...end };
}

/** The result of a whole list by code: most severe first, and among equally severe codes the most frequent first. */
export const summaryOf = (outcomes: readonly ListedOutcome[]): readonly CodeCount[] =>
  countCodes(outcomes.map(listedLookup));

/** The same, from lookups without their answers. */
export function countCodes(found: Iterable<Pick<ListedLookup, 'target' | 'tool' | 'codes'>>): readonly CodeCount[] {
  const counts = new Map<string, { count: CodeCount; readonly targets: Set<string> }>();
  for (const { target, tool, codes } of found) {
    for (const { code, state } of codes) {
      const key = `${tool} ${code} ${state}`;
      const known = counts.get(key) ?? { count: { tool, code, state, targets: 0 }, targets: new Set() };
      known.targets.add(target);
      counts.set(key, known);
    }
  }
  const all = [...counts.values()].map(({ count, targets }) => ({ ...count, targets: targets.size }));
  return all.toSorted((a, b) => rankOf(b.state) - rankOf(a.state) || b.targets - a.targets);
}

const ORDER = findingStates.toSorted((a, b) => (isAtLeast(a, b) ? 1 : -1));
const rankOf = (state: CodeCount['state']) => (state === 'failed' ? ORDER.length : ORDER.indexOf(state));

export const listColumns = ['Target', 'Tool', 'State', 'Verdict', 'Findings', 'Gaps', 'Failure', 'Measured'] as const;

/** The columns of a list that several places have looked up. */
export const placedListColumns = ['Target', 'Tool', 'Place', ...listColumns.slice(2)] as const;

/** When what was looked up expires: the last columns of a list, wherever it is shown. */
export const expiryColumns = ['Expires', 'Days left'] as const;

/** A list as a table, with a column for the place if several were asked. */
export function listTable({
  name,
  from,
  items,
}: {
  readonly name: string;
  readonly from: readonly string[];
  readonly items: readonly ListedLookup[];
}): { title: string; columns: string[]; rows: (readonly string[])[] } {
  const [columns, rowOf] = from.length === 0 ? [listColumns, listRow] : [placedListColumns, placedListRow];
  const rows = items.map((item) => [...rowOf(item), ...expiryCells(item)]);
  return { title: name, columns: [...columns, ...expiryColumns], rows };
}

/** Whole days from the lookup until what was looked up expires, negative if it has; null if that is not known. */
export const daysLeft = ({ measuredAt, expiresAt }: Pick<ListedLookup, 'measuredAt' | 'expiresAt'>): number | null =>
  daysBetween(measuredAt ?? '', expiresAt ?? '');

/** One lookup in the columns of `expiryColumns`; empty where nothing is known. */
export const expiryCells = (lookup: ListedLookup): readonly string[] => [
  lookup.expiresAt ?? '',
  String(daysLeft(lookup) ?? ''),
];

/** One lookup as a row with the columns of `placedListColumns`. */
export function placedListRow(lookup: ListedLookup): readonly string[] {
  const [target = '', tool = '', ...rest] = listRow(lookup);
  return [target, tool, lookup.place ?? '', ...rest];
}

/** One lookup of a list as a row with the columns of `listColumns`. */
export function listRow({ target, tool, codes, gaps, failure, measuredAt }: ListedLookup): readonly string[] {
  const end = [gaps.join(' '), failure ?? '', measuredAt ?? ''];
  if (failure !== null) return [target, tool, 'failed', '', '', ...end];
  const toLookAt = [...new Set(codes.filter(({ state }) => state !== 'good').map(({ code }) => code))];
  return [target, tool, codes[0]?.state ?? '', codes[0]?.code ?? '', toLookAt.join(' '), ...end];
}
