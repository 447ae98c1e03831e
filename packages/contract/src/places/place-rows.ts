import { headlinesOf } from '../answers/headlines.ts';
import { failures } from '../failure.ts';
import type { Verdict } from '../finding/check-result.ts';
import { readVerdict } from '../finding/verdict.ts';
import { verdictWords } from '../finding/verdict-words.ts';
import { formatMs } from '../text/format-ms.ts';
import { knownWord } from '../text/known-word.ts';
import type { ToolId } from '../tools/index.ts';
import type { PlaceAnswer } from './places.ts';

/** One place as a reader sees it. */
export interface ShownPlace {
  readonly place: string;
  /** `answer`, or why there is none. */
  readonly state: string;
  /** The verdict of the answer, or what happened instead, in words. */
  readonly result: string;
  readonly verdict: Verdict | null;
  /** What a reader looks for first in the answer; why there is none. */
  readonly headline: string;
  /** Average round-trip time to the target in milliseconds; null if it was not measured. */
  readonly roundTripMs: number | null;
}

/** An answer of a place as parsed, of this version or another. */
export type PlaceAnswerRead = Pick<PlaceAnswer, 'place' | 'data' | 'code' | 'reason'> & { readonly state: string };

/** Why there is no answer, by state. */
const stateTexts: Readonly<Record<string, readonly [result: string, headline: string]>> = {
  offline: ['Offline', 'Its agent is not connected.'],
  busy: ['Busy', 'Its agent makes as many lookups as it may. Try again later.'],
  'needs-update': ['Needs update', 'Its agent has another version of this tool.'],
  'not-from-here': ['Not from here', 'Its machine has no address of this family.'],
  late: ['Late', 'It did not answer in time.'],
};

/** The row of one place: the answer of the tool in short, or what happened instead. */
export function placeRow(tool: ToolId, { place, state, data, code, reason }: PlaceAnswerRead): ShownPlace {
  const nothing = { place, state, verdict: null, roundTripMs: null };
  if (state === 'answer' && data !== null) {
    const verdict = readVerdict(data['verdict']);
    const result = verdict === null ? 'Answer' : verdictWords[verdict];
    return { ...nothing, verdict, result, headline: headlineOf(tool, data), roundTripMs: roundTripIn(tool, data) };
  }
  if (state === 'failure') return { ...nothing, result: 'No answer', headline: failureText(code, reason) };
  const [result, headline] = knownWord(stateTexts, state, ['No answer', `${state}.`] as const);
  return { ...nothing, result, headline };
}

/** All rows: for ping and traceroute by round-trip time, those without one last; otherwise as they were asked. */
export function placeRows(tool: ToolId, answers: readonly PlaceAnswerRead[]): readonly ShownPlace[] {
  const rows = answers.map((one) => placeRow(tool, one));
  if (!rows.some(({ roundTripMs }) => roundTripMs !== null)) return rows;
  return rows.toSorted((a, b) => (a.roundTripMs ?? Infinity) - (b.roundTripMs ?? Infinity) || 0);
}

/** `No answer in time. (timeout)` */
export function failureText(code: string | null, reason: string | null): string {
  const meaning = knownWord<{ readonly meaning: string }>(failures, code ?? '', { meaning: `${code ?? 'unknown'}.` });
  return reason === null ? meaning.meaning : `${meaning.meaning} (${reason})`;
}

/** In an answer that is not good, first the check that makes it so. */
const headlineOf = (tool: ToolId, data: Readonly<Record<string, unknown>>) =>
  [worstCheckIn(data), headlineIn(tool, data)].filter((text) => text !== '').join('; ');

/** `Certificate: Expired`; empty if no check is worse than good. */
function worstCheckIn({ verdict, checks }: Readonly<Record<string, unknown>>): string {
  if ((verdict !== 'broken' && verdict !== 'warning') || !Array.isArray(checks)) return '';
  const all = checks as readonly (Readonly<Record<string, unknown>> | null)[];
  const { title, summary } = all.find((one) => one?.['state'] === verdict) ?? {};
  return typeof title === 'string' && typeof summary === 'string' ? `${title}: ${summary}` : '';
}

/** Without the time, which has a column. Answers come from agents, and may have the form of another version. */
function headlineIn(tool: ToolId, data: Readonly<Record<string, unknown>>): string {
  try {
    return headlinesOf(tool, data)
      .filter(({ label }) => label !== 'Round trip')
      .slice(0, SHOWN)
      .map(({ label, value }) => `${label}: ${value}`)
      .join('; ');
  } catch {
    return '';
  }
}

const SHOWN = 3;

function roundTripIn(tool: ToolId, data: Readonly<Record<string, unknown>>): number | null {
  if (tool === 'ping') return numberIn(data['statistics'], 'avgTime');
  if (tool !== 'traceroute' || data['reached'] !== 'target') return null;
  return Array.isArray(data['hops']) ? numberIn(data['hops'].at(-1), 'avgMs') : null;
}

function numberIn(value: unknown, name: string): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = (value as Readonly<Record<string, unknown>>)[name];
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** `12.4 ms`; empty if it was not measured. */
export const roundTripText = ({ roundTripMs }: Pick<ShownPlace, 'roundTripMs'>): string =>
  roundTripMs === null ? '' : formatMs(roundTripMs);
