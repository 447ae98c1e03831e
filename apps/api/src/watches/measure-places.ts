import { type AnyTool, answerEnvelope, type FailureCode, type FailureReason } from '@sonde/contract';
import { readableFacts } from '@sonde/contract/answers/answer-facts';
import { type PlaceAnswer, SELF } from '@sonde/contract/places/places';
import { isToolId } from '@sonde/contract/tools/modules';
import { translateFailure } from '@sonde/probes';
import { failureKind } from '@sonde/service/watches/failure-kind';
import { knownEnds } from '@sonde/service/watches/known-ends';
import type { Watching } from '@sonde/service/watches/observe';
import { type MeasuredPlace, observePlaces, placeOf } from '@sonde/service/watches/observe-places';
import type { PartMeasurement } from '@sonde/service/watches/observe-report';
import { askInBackground } from '../places/background-places.ts';
import type { WatchRow } from '../stores/watch-tables.ts';
import type { WatchAnswer } from './keep-answers.ts';
import type { MeasuredWatch, StepParts } from './measured-watch.ts';
import { memoryOf } from './watch-memory.ts';
import { placesOfRow } from './watch-view.ts';

const LATER_SECONDS = 60;
const FRESH = { fresh: 'true' };

type Query = Readonly<Record<string, string>>;

/** Asks all places of a watch, in turn with all background work, and compares each with what was known from it. */
export async function measurePlaces(
  parts: StepParts,
  row: WatchRow,
  watching: Watching,
  signal: AbortSignal,
): Promise<MeasuredWatch> {
  const query = JSON.parse(row.query) as Query;
  const tool = parts.service.tools.find(({ id }) => id === row.tool);
  const answers =
    tool === undefined
      ? placesOfRow(row).map((place) => failedAt(place, 'invalid-input'))
      : await answersOf(parts, row, { tool, query }, signal);
  const measured = answers.map((answer) => measuredPlace(row.tool, answer));
  const told = measured.filter(({ outcome }) => outcome.kind !== 'later');
  if (told.length === 0) return { kind: 'later', seconds: LATER_SECONDS };
  const memory = memoryOf(row);
  const codes = told.map(({ outcome }) => (outcome.kind === 'failure' ? outcome.code : null));
  const doubt = codes.every((code) => code !== null) ? (codeAt(told, SELF) ?? codes[0] ?? null) : null;
  const hasFacts = told.some(({ outcome }) => outcome.kind === 'answer');
  return {
    kind: 'measured',
    failure: hasFacts ? null : (doubt ?? 'not-found'),
    doubt,
    answers: tool === undefined ? [] : answers.flatMap((answer) => keptOf(row, { tool, query }, answer)),
    step: (nowMs) => observePlaces(memory, watching, measured, nowMs),
  };
}

interface Asked {
  readonly tool: AnyTool;
  readonly query: Query;
}

/** The answers of all places, in their order. One that is not newer than the last one is asked for again. */
async function answersOf(
  { pacing, ...parts }: StepParts,
  row: WatchRow,
  { tool, query }: Asked,
  signal: AbortSignal,
): Promise<readonly PlaceAnswer[]> {
  const from = placesOfRow(row);
  const party = `watches of ${row.owner}`;
  const memory = memoryOf(row);
  const ask = (asked: readonly string[], more: Query): Promise<readonly PlaceAnswer[]> =>
    askInBackground(parts, { tool, query: { ...query, ...more }, from: asked }, { party, signal });
  const isNews = (answer: PlaceAnswer) => {
    const at = answeredAtOf(answer);
    return at === null || at !== placeOf(memory, answer.place)?.answeredAt;
  };
  try {
    return await pacing.run(
      async () => {
        const first = await ask(from, {});
        const old = first.filter((answer) => !isNews(answer)).map(({ place }) => place);
        const again = old.length === 0 ? [] : await ask(old, FRESH);
        return first.map((answer) => again.find(({ place }) => place === answer.place) ?? answer);
      },
      signal,
      party,
    );
  } catch (error) {
    signal.throwIfAborted();
    const { code, reason } = translateFailure(error);
    return from.map((place) => ({ ...failedAt(place, code), reason }));
  }
}

const failedAt = (place: string, code: FailureCode | null): PlaceAnswer => ({
  place,
  state: 'failure',
  data: null,
  code,
  reason: null,
  measuredMs: null,
});

function answeredAtOf({ data }: PlaceAnswer): string | null {
  const at = data?.['checkedAt'];
  return typeof at === 'string' ? at : null;
}

function measuredPlace(tool: string, answer: PlaceAnswer): MeasuredPlace {
  return { place: answer.place, outcome: outcomeOf(tool, answer), answeredAt: answeredAtOf(answer) };
}

function outcomeOf(tool: string, { state, data, code, reason }: PlaceAnswer): PartMeasurement {
  if (state === 'answer' && data !== null && isToolId(tool))
    return { kind: 'answer', facts: readableFacts(tool, data), ends: knownEnds(tool, data) };
  // It makes as many lookups as it may, which says nothing about the target.
  if (state === 'busy' || state === 'answer') return { kind: 'later', seconds: LATER_SECONDS };
  if (state !== 'failure' || code === null) return { kind: 'failure', code: state };
  const kind = failureKind(code as FailureCode, reason as FailureReason | null);
  if (kind === 'nothing') return { kind: 'later', seconds: LATER_SECONDS };
  return kind === 'absent' ? { kind } : { kind, code };
}

function codeAt(measured: readonly MeasuredPlace[], place: string): string | null {
  const outcome = measured.find((one) => one.place === place)?.outcome;
  return outcome?.kind === 'failure' ? outcome.code : null;
}

/** What is kept says nothing of places, so it is the answer of this server. */
function keptOf({ target }: WatchRow, { tool, query }: Asked, { place, state, data }: PlaceAnswer): WatchAnswer[] {
  if (place !== SELF || state !== 'answer' || data === null) return [];
  return [{ tool, target, query, outcome: { ...answerEnvelope(data) } }];
}
