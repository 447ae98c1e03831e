/* Which changes that several places have found are told, and when. Pure, with times and ids handed in. */
import type { ChangedPlaces } from '@sonde/contract/watch/changed-places';
import type { OpenChange, PlaceChange, PlacesMemory, ToldAtPlaces } from './memory.ts';
import type { FoundChange } from './observe.ts';

interface Settling {
  /** The places that have said something about the target this time, and those that have not. */
  readonly answered: readonly string[];
  readonly missing: readonly string[];
  /** When it was measured, in milliseconds since 1970. */
  readonly atMs: number;
  newId(): string;
}

interface Settled extends Pick<PlacesMemory, 'open' | 'told'> {
  readonly changes: readonly FoundChange[];
}

/** Once a place has confirmed a change, those that suspect it are waited for during so many looks. */
const MAX_LOOKS = 4;
/** For so long, a place that follows with the same value is no news: caches of resolvers hold answers for up to a day. */
const FOLLOWS_MS = 86_400_000;
const WEIGHTS = ['high', 'normal', 'low'] as const;

const byPath = <T>(record: Readonly<Record<string, T>> = {}) => new Map(Object.entries(record));

/** Brings together what places have found, by path: each change is suspected, confirmed or withdrawn once for all of them. */
export function settleChanges(
  before: PlacesMemory | null,
  found: readonly { readonly place: string; readonly change: FoundChange }[],
  settling: Settling,
): Settled {
  const { atMs, newId, answered, missing } = settling;
  const open = byPath(before?.open);
  for (const { place, change } of found) {
    if (change.kind !== 'changed' && change.kind !== 'renewed') continue;
    open.set(change.path, withFound(open.get(change.path), { place, change }, newId));
  }
  const told = new Map([...byPath(before?.told)].filter(([, { toldMs }]) => toldMs > atMs - FOLLOWS_MS));
  const changes: FoundChange[] = [];
  for (const [path, change] of open) {
    const asked = [...answered, ...missing];
    const still = { ...change, found: change.found.filter(({ place }) => asked.includes(place)) };
    const settled = settle(path, still, told.get(path), settling);
    changes.push(...settled.changes);
    if (settled.told !== undefined) told.set(path, settled.told);
    if (settled.open === undefined) open.delete(path);
    else open.set(path, settled.open);
  }
  return { open: Object.fromEntries(open), told: Object.fromEntries(told), changes };
}

/** The open change with what one place has found now. */
function withFound(
  known: OpenChange | undefined,
  { place, change }: { readonly place: string; readonly change: FoundChange },
  newId: () => string,
): OpenChange {
  const { kind, before, after, weight, state } = change;
  const one: PlaceChange = { place, kind, before, after, weight, isConfirmed: state === 'confirmed' };
  const open = known ?? { id: newId(), at: change.at, isShown: false, looks: 0, first: one, found: [] };
  const others = open.found.filter((other) => other.place !== place);
  return { ...open, found: state === 'withdrawn' ? others : [...others, one] };
}

interface SettledPath {
  readonly changes: readonly FoundChange[];
  /** What stays open, and what was told last; undefined for nothing, and for what was told before. */
  readonly open?: OpenChange;
  readonly told?: ToldAtPlaces;
}

function settle(path: string, open: OpenChange, told: ToldAtPlaces | undefined, settling: Settling): SettledPath {
  const confirmed = open.found.filter(({ isConfirmed }) => isConfirmed);
  const suspected = open.found.filter(({ isConfirmed }) => !isConfirmed);
  if (open.found.length === 0) {
    const change = foundOf(path, { ...open, found: [open.first] }, 'withdrawn', settling);
    return { changes: open.isShown ? [change] : [] };
  }
  const isAwaited = suspected.some(({ place }) => settling.answered.includes(place)) && open.looks < MAX_LOOKS;
  if (confirmed.length === 0 || isAwaited) return wait(path, open, told, settling);
  const [first] = suspected;
  const rest: SettledPath =
    first === undefined
      ? { changes: [] }
      : wait(
          path,
          { ...open, id: settling.newId(), isShown: false, looks: 0, first, found: suspected },
          told,
          settling,
        );
  const said = tell(path, { ...open, found: confirmed }, told, settling);
  return { ...rest, ...said, changes: [...said.changes, ...rest.changes] };
}

/** Waits for further looks; what is suspected is shown, unless it only follows what was told. */
function wait(path: string, open: OpenChange, told: ToldAtPlaces | undefined, settling: Settling): SettledPath {
  const looks = open.looks + (open.found.some(({ isConfirmed }) => isConfirmed) ? 1 : 0);
  const isShown = open.isShown || !follows(open, told);
  const changes = isShown ? [foundOf(path, open, 'suspected', settling)] : [];
  return { changes, open: { ...open, looks, isShown } };
}

function tell(
  path: string,
  open: OpenChange,
  told: ToldAtPlaces | undefined,
  settling: Settling,
): SettledPath & { readonly told: ToldAtPlaces } {
  if (told === undefined || open.isShown || !follows(open, told)) {
    const { id, at, found } = open;
    return { changes: [foundOf(path, open, 'confirmed', settling)], told: { id, at, toldMs: settling.atMs, found } };
  }
  const grown: ToldAtPlaces = { ...told, found: [...told.found, ...open.found] };
  return { changes: [{ ...foundOf(path, grown, 'confirmed', settling), isKnown: true }], told: grown };
}

/** Whether these places have now what others had when it was told. */
function follows({ found }: OpenChange, told: ToldAtPlaces | undefined): told is ToldAtPlaces {
  if (told === undefined) return false;
  const known = new Set(told.found.map(({ after }) => JSON.stringify(after)));
  const places = new Set(told.found.map(({ place }) => place));
  return found.every(({ place, after }) => !places.has(place) && known.has(JSON.stringify(after)));
}

/** A change as it is written: its values are those of the most places. */
function foundOf(
  path: string,
  { id, at, found }: Pick<OpenChange, 'id' | 'at' | 'found'>,
  state: FoundChange['state'],
  where: Settling,
): FoundChange {
  const places = placesOf(found, where);
  const [most = { before: null, after: null }] = places.changed;
  const weight = WEIGHTS.find((one) => found.some((change) => change.weight === one)) ?? 'normal';
  const kind = found.every((change) => change.kind === 'renewed') ? 'renewed' : 'changed';
  return { id, kind, at, path, before: most.before, after: most.after, weight, state, places };
}

/** Where a change is, by equal values, the largest group first. */
export function placesOf(
  found: readonly PlaceChange[],
  { answered, missing }: Pick<Settling, 'answered' | 'missing'>,
): ChangedPlaces {
  const groups = new Map<string, ChangedPlaces['changed'][number]>();
  for (const { place, before, after } of found) {
    const key = JSON.stringify([before, after]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { places: [place], before, after });
    else group.places.push(place);
  }
  const isOther = (place: string) => !found.some((one) => one.place === place);
  return {
    changed: [...groups.values()].toSorted((one, other) => other.places.length - one.places.length),
    same: answered.filter(isOther),
    missing: missing.filter(isOther),
  };
}
