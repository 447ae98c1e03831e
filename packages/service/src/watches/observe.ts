import type { Facts } from '@sonde/contract/fact/fact';
import type { ChangedPlaces } from '@sonde/contract/watch/changed-places';
import type { ChangeKind, ChangeState, ChangeWeight, WatchedValue } from '@sonde/contract/watch/watch';
import type { WatchRules } from '@sonde/contract/watch/watch-rules';
import { type KnownEnd, nearEnds } from './ends.ts';
import { emptyMemory, type WatchMemory, watchedFacts, watchedValueOf } from './memory.ts';
import { LEARNING, type PathMemory, type PathVerdict, type Step, skip, step } from './path-memory.ts';

/** A change as a measurement has found it; of a suspected one, the same `id` is confirmed or withdrawn later. */
export interface FoundChange {
  readonly id: string;
  readonly kind: ChangeKind;
  /** When it was first measured, ISO 8601 in UTC. */
  readonly at: string;
  readonly path: string;
  readonly before: WatchedValue;
  readonly after: WatchedValue;
  readonly weight: ChangeWeight;
  readonly state: ChangeState;
  /** Of a watch from several places: where it was found. */
  readonly places?: ChangedPlaces;
  /** True for one that was told already, and is now found in more places. */
  readonly isKnown?: true;
}

export interface Watching {
  readonly rules: Pick<WatchRules, 'facts' | 'weights' | 'renewals'>;
  /** Patterns of paths whose changes are not told. */
  readonly quiet: readonly string[];
  /** What stands before the paths in these patterns; default: nothing. */
  readonly prefix?: string;
  /** How often it is measured, and after how long it is asked again, in seconds. */
  readonly everySeconds: number;
  readonly confirmSeconds: number;
  newId(): string;
}

export interface MeasuredAnswer {
  readonly facts: Facts;
  readonly ends: readonly KnownEnd[];
  /** When it was measured, in milliseconds since 1970. */
  readonly atMs: number;
  /** The resolvers that were asked; absent if they are not known. */
  readonly resolvers?: readonly string[] | undefined;
}

export interface WatchStep {
  readonly memory: WatchMemory;
  readonly changes: readonly FoundChange[];
  /** When it is to be measured next, in seconds from now. */
  readonly nextSeconds: number;
}

/** The fact that there is something to measure. */
export const EXISTS = 'exists';
/** The path of changes about the measurement itself. */
export const MEASUREMENT = 'measurement';
/** So many failures in a row are told. */
const FAILURES = 3;
/** A suspicion is looked at early so many times, and all of a watch so many times in a row. */
const EARLY_OF_ONE = 4;
const MAX_EARLY = 8;
/** The first look again is after the whole time, further ones after a part of it. */
const FURTHER = 4;
/** Watches that are measured at least once an hour learn at the beginning how their addresses turn. */
const LEARNS_UP_TO_SECONDS = 3_600;
const RETRY_SECONDS = 3_600;
/** Of more facts, those that were not measured for longest are forgotten, such as those about former addresses. */
const MAX_REMEMBERED = 1_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** Takes an answer. */
export function observeAnswer(before: WatchMemory | null, watching: Watching, answer: MeasuredAnswer): WatchStep {
  const memory = before ?? emptyMemory;
  const { rules, quiet, prefix } = watching;
  const facts = new Map([...(rules.facts?.(answer.facts) ?? answer.facts), [EXISTS, true] as const]);
  return observe(memory, watching, { ...answer, facts: watchedFacts(facts, quiet, prefix) });
}

/** Takes the answer that there is nothing: the target does not exist. */
export function observeAbsence(
  before: WatchMemory | null,
  watching: Watching,
  { atMs, resolvers }: Pick<MeasuredAnswer, 'atMs' | 'resolvers'>,
): WatchStep {
  const facts = watchedFacts(new Map([[EXISTS, false]]), watching.quiet, watching.prefix);
  return observe(before ?? emptyMemory, watching, { facts, ends: null, atMs, resolvers });
}

interface Observation {
  readonly facts: ReturnType<typeof watchedFacts>;
  /** Null: not measured. */
  readonly ends: readonly KnownEnd[] | null;
  readonly atMs: number;
  readonly resolvers?: readonly string[] | undefined;
}

function observe(memory: WatchMemory, watching: Watching, observation: Observation): WatchStep {
  const { facts, ends: found, atMs } = observation;
  const at = iso(atMs);
  const ends = found ?? memory.ends;
  const isByOthers = isAnsweredByOthers(memory, observation);
  const { paths, changes } = compared(memory, watching, facts.facts, { at, ends, isByOthers });
  const isCalm = Object.keys(watching.rules.renewals ?? {}).every((path) => (paths[path]?.suspicion ?? null) === null);
  const near = nearEnds(ends, memory.toldEnds, atMs);
  const next: WatchMemory = {
    paths,
    answers: memory.answers + 1,
    leftOut: facts.leftOut,
    failures: 0,
    cannot: null,
    early: 0,
    ends,
    calmEnds: isCalm ? ends : memory.calmEnds,
    toldEnds: near.told,
    ...askedNext(memory, observation),
  };
  const early = earlySeconds(next, watching);
  const isEarly = early !== null && memory.early < MAX_EARLY;
  return {
    memory: { ...next, early: isEarly ? memory.early + 1 : 0 },
    changes: [...backChange(memory, watching, at), ...changes, ...near.near.map((one) => endChange(one, watching, at))],
    nextSeconds: isEarly ? early : watching.everySeconds,
  };
}

/**
 * The resolvers that the next measurement avoids, if there are others: those of the measurement that has shown something new. While
 * others do not share it, both are asked in turn.
 */
export function avoidedResolvers(memory: WatchMemory | null): readonly string[] {
  if (memory === null || memory.wasByOthers === true) return [];
  const isSuspicious = Object.values(memory.paths).some(({ suspicion }) => suspicion !== null);
  return isSuspicious ? (memory.resolvers ?? []) : [];
}

/** Whether none of the avoided resolvers has answered. */
function isAnsweredByOthers(memory: WatchMemory, { resolvers = [] }: Pick<Observation, 'resolvers'>): boolean {
  const avoided = avoidedResolvers(memory);
  return avoided.length > 0 && resolvers.length > 0 && !resolvers.some((one) => avoided.includes(one));
}

/** What the next measurement has to know of this one. */
function askedNext(memory: WatchMemory, observation: Observation): Pick<WatchMemory, 'resolvers' | 'wasByOthers'> {
  const { resolvers } = isAnsweredByOthers(memory, observation) ? memory : observation;
  return {
    ...(resolvers !== undefined && { resolvers }),
    ...(avoidedResolvers(memory).length > 0 && { wasByOthers: true as const }),
  };
}

function compared(
  memory: WatchMemory,
  watching: Watching,
  facts: ReturnType<typeof watchedFacts>['facts'],
  now: { readonly at: string; readonly ends: readonly KnownEnd[]; readonly isByOthers: boolean },
) {
  const paths = new Map(Object.entries(memory.paths));
  const changes: FoundChange[] = [];
  const { newId } = watching;
  const take = (path: string, done: Step) => {
    paths.set(path, done.memory);
    if (done.verdict !== null)
      changes.push(changeOf(path, done.memory, done.verdict, watching, { memory, ends: now.ends }));
  };
  for (const [path, known] of Object.entries(memory.paths))
    if (!facts.has(path)) take(path, skip(known, { at: now.at, learns: false, newId }));
  for (const [path, measured] of facts) {
    const learns = isOfAddresses(path, measured.members) && watching.everySeconds <= LEARNS_UP_TO_SECONDS;
    const done = step(paths.get(path), measured, { at: now.at, learns, isByOthers: now.isByOthers, newId });
    // Those measured last are last.
    paths.delete(path);
    take(path, done);
  }
  return { paths: Object.fromEntries([...paths].slice(-MAX_REMEMBERED)), changes };
}

/** Whether the members are addresses, alone or behind the name that has them: sets of these may turn. */
function isOfAddresses(path: string, members: readonly string[]): boolean {
  const ends = members.map((member) => member.replaceAll('"', '').split(' ').at(-1) ?? '');
  return (
    /address|records\/A{1,4}$|ipv[46]$/i.test(path) && ends.every((end) => /^[\d.]+$|^[\da-f:]*:[\da-f:.]*$/i.test(end))
  );
}

function changeOf(
  path: string,
  memory: PathMemory,
  { state, id, at, before, after }: PathVerdict,
  { rules }: Watching,
  whole: { readonly memory: WatchMemory; readonly ends: readonly KnownEnd[] },
): FoundChange {
  const weight = rules.weights?.find(([pattern]) => pattern.test(path))?.[1] ?? 'normal';
  const kind = rules.renewals?.[path];
  const [was, is] = [whole.memory.calmEnds, whole.ends].map((ends) => ends.find((end) => end.kind === kind)?.ends);
  if (state === 'confirmed' && was !== undefined && is !== undefined && Date.parse(is) > Date.parse(was))
    return { id, kind: 'renewed', at, path, before: was, after: is, weight: 'low', state };
  const values = { before: watchedValueOf(memory, before), after: watchedValueOf(memory, after) };
  return { id, kind: 'changed', at, path, before: values.before, after: values.after, weight, state };
}

/** That it can be measured again, if its owner was told that it cannot. */
export function backChange({ cannot }: WatchMemory, { newId }: Pick<Watching, 'newId'>, at: string): FoundChange[] {
  if (cannot === null) return [];
  const change = { path: MEASUREMENT, before: cannot, after: null, weight: 'normal', state: 'confirmed' } as const;
  return [{ id: newId(), kind: 'back', at, ...change }];
}

function endChange(
  { end, state }: ReturnType<typeof nearEnds>['near'][number],
  { newId }: Watching,
  at: string,
): FoundChange {
  const weight = state === 'bad' ? 'high' : 'normal';
  return {
    id: newId(),
    kind: 'ends',
    at,
    path: `ends/${end.kind}/${end.about}`,
    before: null,
    after: end.ends,
    weight,
    state: 'confirmed',
  };
}

/** Takes a failure, by its code. It is never a change of the facts; what ends is told all the same. */
export function observeFailure(before: WatchMemory | null, watching: Watching, code: string, atMs: number): WatchStep {
  const memory = before ?? emptyMemory;
  const at = iso(atMs);
  const failures = memory.failures + 1;
  const isTold = failures >= FAILURES && memory.cannot === null;
  const near = nearEnds(memory.ends, memory.toldEnds, atMs);
  const told: FoundChange[] = isTold
    ? [
        {
          id: watching.newId(),
          kind: 'cannot-measure',
          at,
          path: MEASUREMENT,
          before: null,
          after: code,
          weight: 'normal',
          state: 'confirmed',
        },
      ]
    : [];
  return {
    memory: { ...memory, failures, cannot: memory.cannot ?? (isTold ? code : null), early: 0, toldEnds: near.told },
    changes: [...told, ...near.near.map((one) => endChange(one, watching, at))],
    nextSeconds: Math.min(watching.everySeconds, RETRY_SECONDS),
  };
}

/** When something is asked again before its time; null if nothing is. */
function earlySeconds({ paths, answers }: WatchMemory, { everySeconds, confirmSeconds }: Watching): number | null {
  const soon = Object.values(paths).flatMap(({ suspicion, n, learnsUntil }) => {
    const looks = suspicion === null ? 0 : n - suspicion.from + (suspicion.denied ?? 0);
    if (suspicion !== null && looks < EARLY_OF_ONE) return [looks === 0 ? confirmSeconds : confirmSeconds / FURTHER];
    // The first measurement may have been the odd one, so there is a second one soon.
    return answers < (learnsUntil > 0 ? LEARNING : 2) ? [confirmSeconds] : [];
  });
  return soon.length === 0 ? null : Math.min(everySeconds, ...soon);
}
