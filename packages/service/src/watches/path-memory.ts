/* What is remembered of one fact, and whether a measurement changes it. Pure: times and ids are handed in. */

/** A suspicion: measured, and not yet told. */
interface Suspicion {
  readonly id: string;
  /** When it was first measured, ISO 8601 in UTC. */
  readonly at: string;
  /** The measurement in which it began. */
  readonly from: number;
  /** What the last measurement showed, and how often in a row. */
  readonly members: readonly string[];
  readonly same: number;
  /** Everything measured since it began. */
  readonly all: readonly string[];
  /** Whether nothing of the state was seen since. */
  readonly isDisjoint: boolean;
  /** How many different values were measured since. */
  readonly values: number;
  /** How often the fact was not measured since; default: never. */
  readonly missed?: number;
  /** How often other resolvers still had the state; default: never. Then it counts once they have the new value as well. */
  readonly denied?: number;
}

/** A value is a set with one member, or none if there is none. */
export interface PathMemory {
  readonly isSet: boolean;
  /** The state: what was told. */
  readonly told: readonly string[];
  /** Whether the state was measured more than once. */
  readonly isSettled: boolean;
  /** How often it was measured. */
  readonly n: number;
  /** The measurement in which each member was last seen. */
  readonly seen: Readonly<Record<string, number>>;
  /** The recent measurements in which a member came back. */
  readonly returns: readonly number[];
  /** The longest absence after which a member came back, in measurements. */
  readonly gap: number;
  /** Until this measurement, members that come and go are learnt without a word. */
  readonly learnsUntil: number;
  readonly suspicion: Suspicion | null;
  /** Different at every measurement: not a state, so nothing is told until it is still. */
  readonly restless: { readonly members: readonly string[]; readonly same: number } | null;
}

/** What a measurement has changed; `before` and `after` are members. */
export interface PathVerdict {
  readonly state: 'suspected' | 'confirmed' | 'withdrawn';
  readonly id: string;
  readonly at: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface PathValue {
  readonly isSet: boolean;
  readonly members: readonly string[];
}

export interface StepContext {
  /** When it was measured, ISO 8601 in UTC. */
  readonly at: string;
  /** Addresses, which may turn from the beginning; the first measurements only learn them. */
  readonly learns: boolean;
  /** True for a measurement by other resolvers, which only confirms what is suspected. */
  readonly isByOthers?: boolean;
  newId(): string;
}

export interface Step {
  readonly memory: PathMemory;
  readonly verdict: PathVerdict | null;
}

/** The state of what turns is what this many measurements have shown. */
export const WINDOW = 20;
/** This many returns within the window mean that members come and go. */
const TURNS = 3;
/** A fact is gone after this many measurements without it; a new value counts when it is seen twice. */
const GONE_AFTER = 3;
const SEEN_TWICE = 2;
/** The first measurements of addresses only learn. */
export const LEARNING = 5;
/** After this many different values in a row, it is restless; after this many equal ones, still. */
const RESTLESS = 4;
const STILL = 3;
const MAX_WINDOW = 100;
/** So many members that come and go are too many to be remembered. */
const MAX_SEEN = 1_000;
const ABSENCES = 3;

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((member, index) => member === other[index]);
const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])].toSorted();

/** The memory after the first measurement of a fact. */
function begun({ isSet, members }: PathValue, learns: boolean): PathMemory {
  const seen = Object.fromEntries(members.map((member) => [member, 1]));
  const learnsUntil = learns ? LEARNING : 0;
  const still = { returns: [], gap: 0, suspicion: null, restless: null };
  return { isSet, told: members, isSettled: false, n: 1, seen, learnsUntil, ...still };
}

/** How many measurements a member that turns may be absent. */
const windowOf = ({ gap }: PathMemory) => Math.min(MAX_WINDOW, Math.max(WINDOW, ABSENCES * gap));

/** Takes a measurement of a fact. */
export function step(memory: PathMemory | undefined, measured: PathValue, context: StepContext): Step {
  if (memory === undefined) return { memory: begun(measured, context.learns), verdict: null };
  const denied = deniedByOthers(memory, measured.members, context);
  if (denied !== null) return { memory: denied, verdict: null };
  const counted = beginTurning(memory, count(memory, measured));
  const { learnsUntil, n, returns, restless } = counted;
  if (Object.keys(counted.seen).length > MAX_SEEN) return overflow(counted, measured.members, context);
  if (restless !== null) return calm(counted, restless, measured.members, context);
  if (n <= learnsUntil && returns.length < TURNS) return learn(counted, measured.members);
  if (returns.length >= TURNS) return turn(counted, measured.members, context);
  return compare(counted, measured.members, context);
}

/**
 * What other resolvers leave as it is: everything that is not suspected, and a suspicion that they do not share. Their caches may
 * be older, so that is no return to the state either. Null if they have something to say.
 */
function deniedByOthers(memory: PathMemory, members: readonly string[], context: StepContext): PathMemory | null {
  const { suspicion, told: state } = memory;
  if (context.isByOthers !== true) return null;
  if (suspicion === null) return memory;
  if (!isEqual(members, state) || memory.returns.length >= TURNS) return null;
  return { ...memory, suspicion: { ...suspicion, denied: (suspicion.denied ?? 0) + 1 } };
}

/** A fact that was not measured: that is no change, but a suspicion about it ends after some times. */
export function skip(memory: PathMemory, context: StepContext): Step {
  const { suspicion } = memory;
  if (suspicion === null) return { memory, verdict: null };
  const missed = (suspicion.missed ?? 0) + 1;
  if (missed >= GONE_AFTER) return withdrawn(memory, context);
  return { memory: { ...memory, suspicion: { ...suspicion, missed } }, verdict: null };
}

/** Forgets what has come and gone: nothing is told until the value is still. */
function overflow(memory: PathMemory, members: readonly string[], context: StepContext): Step {
  const seen = Object.fromEntries(members.map((member) => [member, memory.n]));
  const restless = { members, same: 1 };
  return withdrawn({ ...memory, seen, returns: [], gap: 0, learnsUntil: 0, restless }, context);
}

/** Notes which members were seen, and which have come back. */
function count(memory: PathMemory, { isSet, members }: PathValue): PathMemory {
  const n = memory.n + 1;
  const absences = members.flatMap((member) => {
    const last = memory.seen[member];
    return last === undefined || last === memory.n ? [] : [n - last];
  });
  const oldest = n - windowOf(memory);
  const returns = [...memory.returns.filter((one) => one > n - WINDOW), ...(absences.length > 0 ? [n] : [])];
  const kept = Object.entries(memory.seen).filter(([member, last]) => last > oldest || memory.told.includes(member));
  const seen = Object.fromEntries([...kept, ...members.map((member) => [member, n] as const)]);
  return { ...memory, isSet: isSet || memory.isSet, n, seen, returns, gap: Math.max(memory.gap, ...absences) };
}

/** When it is first known that members come and go, those of the next measurements are learnt. */
function beginTurning(before: PathMemory, after: PathMemory): PathMemory {
  if (before.returns.length >= TURNS || after.returns.length < TURNS) return after;
  return { ...after, learnsUntil: after.n + windowOf(after) };
}

/** Learns the members of the first measurements; at the end it is known whether they turn. */
function learn(memory: PathMemory, members: readonly string[]): Step {
  const told = union(memory.told, members);
  if (memory.n < memory.learnsUntil) return { memory: { ...memory, told }, verdict: null };
  // As many members as measurements: each time another one, so that none came back yet.
  const turns = memory.returns.length > 0 || told.length - members.length > 1;
  if (!turns) return { memory: { ...memory, told: members, isSettled: true }, verdict: null };
  return { memory: turning({ ...memory, told, isSettled: true }), verdict: null };
}

/** From now on its members come and go; those of the next measurements are learnt. */
function turning(memory: PathMemory): PathMemory {
  const { n } = memory;
  const returns = Array<number>(TURNS).fill(n);
  return { ...memory, returns, learnsUntil: n + windowOf(memory), suspicion: null };
}

/** The state of what turns is what the last measurements have shown. */
function turn(memory: PathMemory, members: readonly string[], context: StepContext): Step {
  const { n, seen, suspicion, learnsUntil } = memory;
  const window = windowOf(memory);
  const isRecent = (member: string) => (seen[member] ?? 0) > n - window;
  const recent = memory.told.filter(isRecent);
  const gone = memory.told.filter((member) => !isRecent(member));
  const fresh = members.filter((member) => !memory.told.includes(member));
  if (gone.length > 0) {
    const after = union(recent, n <= learnsUntil ? fresh : []);
    // A value that came and went has settled: what it is now was known.
    return memory.isSet ? told(memory, after, context) : withdrawn({ ...memory, told: after }, context);
  }
  if (fresh.length === 0 && suspicion === null) return { memory, verdict: null };
  if (n <= learnsUntil) {
    const all = union(recent, fresh);
    const until = fresh.length > 0 ? Math.max(learnsUntil, n + WINDOW) : learnsUntil;
    return withdrawn({ ...memory, told: all, learnsUntil: until }, context);
  }
  if (suspicion === null) return suspect(memory, fresh, context);
  if (fresh.some((member) => suspicion.all.includes(member))) {
    const after = union(recent, union(suspicion.all, fresh));
    return told({ ...memory, learnsUntil: n + window }, after, context);
  }
  if (n - suspicion.from >= window) return withdrawn(memory, context);
  return { memory: { ...memory, suspicion: { ...suspicion, all: union(suspicion.all, fresh) } }, verdict: null };
}

/** Compares with the state of what stays as it is. */
function compare(memory: PathMemory, members: readonly string[], context: StepContext): Step {
  const { suspicion, told: state } = memory;
  if (isEqual(members, state)) return withdrawn({ ...memory, isSettled: true }, context);
  if (suspicion === null) return suspect(memory, members, context);
  const isSame = isEqual(members, suspicion.members);
  const next: Suspicion = {
    ...suspicion,
    members,
    same: isSame ? suspicion.same + 1 : 1,
    all: union(suspicion.all, members),
    isDisjoint: suspicion.isDisjoint && members.every((member) => !state.includes(member)),
    values: suspicion.values + (isSame ? 0 : 1),
  };
  const grown = { ...memory, suspicion: next };
  // A resolver that never has what is new must not hide it for ever.
  const isShared = context.isByOthers === true || (suspicion.denied ?? 0) === 0 || next.same >= WINDOW;
  if (next.same >= neededFor(memory, members) && isShared) {
    const settled = { ...grown, isSettled: true };
    // What was measured only once, at the very beginning, may have been the odd one.
    return memory.isSettled ? told(settled, members, context) : withdrawn({ ...settled, told: members }, context);
  }
  if (next.values < (context.learns ? GONE_AFTER : RESTLESS)) return { memory: grown, verdict: null };
  if (!context.learns) return withdrawn({ ...grown, restless: { members, same: 1 } }, context);
  // Addresses that differ each time turn; if nothing is as it was, that is a change of its own.
  if (next.isDisjoint) return told(turning(grown), next.all, { ...context, suspicion: next });
  return withdrawn(turning({ ...grown, told: union(state, next.all) }), { ...context, suspicion: next });
}

/** A removal needs more measurements than a new value. */
function neededFor({ isSet, told: state }: PathMemory, members: readonly string[]): number {
  const isRemoval = isSet ? state.some((member) => !members.includes(member)) : members.length === 0;
  return isRemoval ? GONE_AFTER : SEEN_TWICE;
}

/** Waits until a value that differed at every measurement is still. */
function calm(
  memory: PathMemory,
  { members: last, same }: NonNullable<PathMemory['restless']>,
  members: readonly string[],
  context: StepContext,
): Step {
  const restless = { members, same: isEqual(members, last) ? same + 1 : 1 };
  if (restless.same < STILL) return { memory: { ...memory, restless }, verdict: null };
  const still = { ...memory, restless: null };
  return isEqual(members, memory.told) ? { memory: still, verdict: null } : told(still, members, context);
}

interface KnownSuspicion extends StepContext {
  /** If the memory has it no longer. */
  readonly suspicion?: Suspicion;
}

function suspect(memory: PathMemory, members: readonly string[], { at, newId }: StepContext): Step {
  const { told: state, n } = memory;
  const isDisjoint = members.every((member) => !state.includes(member));
  const id = newId();
  const suspicion = { id, at, from: n, members, same: 1, all: members, isDisjoint, values: 1 };
  return {
    memory: { ...memory, suspicion },
    verdict: { state: 'suspected', id, at, before: state, after: members },
  };
}

function told(memory: PathMemory, after: readonly string[], context: KnownSuspicion): Step {
  const suspicion = context.suspicion ?? memory.suspicion;
  const { id, at } = suspicion ?? { id: context.newId(), at: context.at };
  return {
    memory: { ...memory, told: after, suspicion: null },
    verdict: { state: 'confirmed', id, at, before: memory.told, after },
  };
}

/** Ends the suspicion, if there is one. */
function withdrawn(memory: PathMemory, context: KnownSuspicion): Step {
  const suspicion = context.suspicion ?? memory.suspicion;
  if (suspicion === null) return { memory, verdict: null };
  const { id, at, members } = suspicion;
  return {
    memory: { ...memory, suspicion: null },
    verdict: { state: 'withdrawn', id, at, before: memory.told, after: members },
  };
}
