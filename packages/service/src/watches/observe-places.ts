import type { KnownEnd } from './ends.ts';
import { emptyMemory, type PlaceChange, type PlaceMemory, type PlacesMemory, type WatchMemory } from './memory.ts';
import { type FoundChange, MEASUREMENT, type Watching, type WatchStep } from './observe.ts';
import { observeOutcome } from './observe-outcome.ts';
import type { PartMeasurement } from './observe-report.ts';
import { placesOf, settleChanges } from './settle-changes.ts';

/** How a place has measured; `later`: it says nothing about the target. */
export interface MeasuredPlace {
  readonly place: string;
  readonly outcome: PartMeasurement;
  /** When its answer was measured, by the clock of that place; null if it does not say. */
  readonly answeredAt: string | null;
}

/** What is remembered of a place; null before it was asked. */
export function placeOf(memory: WatchMemory | null, place: string): PlaceMemory | null {
  const of = memory?.places?.of ?? {};
  return Object.hasOwn(of, place) ? (of[place] ?? null) : null;
}

interface PlaceStep {
  readonly place: string;
  readonly memory: PlaceMemory;
  /** Null if nothing was measured. */
  readonly step: WatchStep | null;
  /** Whether the place has said something about the target. */
  readonly isAnswer: boolean;
}

/**
 * Takes what all places of a watch have shown. Each is compared with what was known from it, so that places that disagree from the
 * beginning are no change. What several have found is told once. Places that are no longer measured are forgotten.
 */
export function observePlaces(
  before: WatchMemory | null,
  watching: Watching,
  measured: readonly MeasuredPlace[],
  atMs: number,
): WatchStep {
  const told = [...new Set(measured.flatMap(({ place }) => placeOf(before, place)?.memory?.toldEnds ?? []))];
  const steps = measured.map((one) => stepOf(placeOf(before, one.place), watching, one, { toldEnds: told, atMs }));
  const found = steps.flatMap(({ place, step }) => (step?.changes ?? []).map((change) => ({ place, change })));
  const where = {
    answered: steps.flatMap(({ place, isAnswer }) => (isAnswer ? [place] : [])),
    missing: steps.flatMap(({ place, isAnswer }) => (isAnswer ? [] : [place])),
  };
  const { newId } = watching;
  const settled = settleChanges(before?.places ?? null, found, { ...where, newId, atMs });
  const places: PlacesMemory = {
    of: Object.fromEntries(steps.map(({ place, memory }) => [place, memory])),
    open: settled.open,
    told: settled.told,
  };
  return {
    memory: { ...emptyMemory, ...wholeOf(steps.map(({ memory }) => memory.memory)), places },
    changes: [...togetherOf(found, where, watching), ...settled.changes],
    nextSeconds: nextOf(steps, watching),
  };
}

function stepOf(
  known: PlaceMemory | null,
  watching: Watching,
  { place, outcome, answeredAt }: MeasuredPlace,
  { toldEnds, atMs }: { readonly toldEnds: readonly string[]; readonly atMs: number },
): PlaceStep {
  const before = known ?? { memory: null, answeredAt: null };
  if (outcome.kind === 'later') return { place, memory: before, step: null, isAnswer: false };
  // What ends is told by the place that sees it first.
  const step = observeOutcome({ ...emptyMemory, ...before.memory, toldEnds }, watching, outcome, atMs);
  const memory = { memory: step.memory, answeredAt: answeredAt ?? before.answeredAt };
  return { place, memory, step, isAnswer: outcome.kind !== 'failure' };
}

/** It cannot be measured if no place can. */
export function wholeOf(memories: readonly PlaceMemory['memory'][]): Pick<WatchMemory, 'answers' | 'cannot' | 'ends'> {
  const all = memories.flatMap((memory) => memory ?? []);
  const ends = new Map<string, KnownEnd>(all.flatMap((one) => one.ends.map((end) => [end.id, end] as const)));
  const isAway = all.length === memories.length && all.every(({ cannot }) => cannot !== null);
  return {
    answers: Math.max(0, ...all.map(({ answers }) => answers)),
    cannot: isAway ? (all[0]?.cannot ?? null) : null,
    ends: [...ends.values()],
  };
}

/** A place that cannot be asked does not have the others asked more often. */
function nextOf(steps: readonly PlaceStep[], { everySeconds }: Watching): number {
  const answers = steps.filter(({ isAnswer }) => isAnswer);
  const counted = answers.length > 0 ? answers : steps;
  return Math.min(everySeconds, ...counted.flatMap(({ step }) => (step === null ? [] : [step.nextSeconds])));
}

interface FoundAtPlace {
  readonly place: string;
  readonly change: FoundChange;
}

/** What several places say at once about the measurement, or about the same end, is one piece of news. */
function togetherOf(
  found: readonly FoundAtPlace[],
  where: { readonly answered: readonly string[]; readonly missing: readonly string[] },
  { newId }: Watching,
): FoundChange[] {
  const groups = new Map<string, FoundAtPlace[]>();
  for (const one of found) {
    const { kind, path } = one.change;
    if (kind === 'changed' || kind === 'renewed') continue;
    const key = `${kind} ${path === MEASUREMENT ? '' : `${path} ${String(one.change.after)}`}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const at = group.map(
      ({ place, change }): PlaceChange => ({
        place,
        kind: change.kind,
        before: change.before,
        after: change.after,
        weight: change.weight,
        isConfirmed: true,
      }),
    );
    return [{ ...first.change, ...valuesOf(first.change, at), id: newId(), places: placesOf(at, where) }];
  });
}

/** Of a measurement, the value names the places. */
function valuesOf({ kind }: FoundChange, at: readonly PlaceChange[]): Partial<Pick<FoundChange, 'before' | 'after'>> {
  if (kind !== 'cannot-measure' && kind !== 'back') return {};
  const places = at.map(({ place, before, after }) => `${place} (${String(before ?? after)})`).join(', ');
  return kind === 'back' ? { before: places, after: null } : { before: null, after: places };
}
