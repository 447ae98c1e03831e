// watches/: what has changed between the measurements of a watch, without noise. Pure, with times and ids handed in.

import { createHash } from 'node:crypto';
import type { Facts, FactValue } from '@sonde/contract/fact/fact';
import type { ChangeKind, ChangeWeight, WatchedValue } from '@sonde/contract/watch/watch';
import type { KnownEnd } from './ends.ts';
import type { PathMemory, PathValue } from './path-memory.ts';

/** What is remembered of a watch between two measurements, as JSON. */
export interface WatchMemory {
  readonly paths: Readonly<Record<string, PathMemory>>;
  /** How many answers there were. */
  readonly answers: number;
  /** How many facts are too many to be watched. */
  readonly leftOut: number;
  /** How many measurements in a row have failed. */
  readonly failures: number;
  /** The failure that its owner was told of; null while it can be measured. */
  readonly cannot: string | null;
  /** How often in a row it was measured early. */
  readonly early: number;
  readonly ends: readonly KnownEnd[];
  /** The ends before the suspicions that are open now. */
  readonly calmEnds: readonly KnownEnd[];
  /** Ids of ends and thresholds that were told. */
  readonly toldEnds: readonly string[];
  /** The resolvers of the last measurement that was not by others on purpose; absent if they are not known. */
  readonly resolvers?: readonly string[];
  /** Whether the last measurement was to be by others. */
  readonly wasByOthers?: true;
  /** Of a watch of a report: what is remembered of each of its tools, by id; the paths above are none then. */
  readonly parts?: Readonly<Record<string, PartMemory>>;
  /** Of a watch of certificates: what is known from the logs; the paths above are none then. */
  readonly certificates?: CertificateMemory;
  /** Of a watch from several places: what is remembered of each; the paths above are none then. */
  readonly places?: PlacesMemory;
}

/** What is remembered of one place, or of one tool of a report. */
type OneMemory = Omit<WatchMemory, 'parts' | 'certificates' | 'places'>;

/** What is remembered of several places. */
export interface PlacesMemory {
  /** By place. */
  readonly of: Readonly<Record<string, PlaceMemory>>;
  /** Changes that some places have seen and others may, by path. */
  readonly open: Readonly<Record<string, OpenChange>>;
  /** The last change that was told, by path: a place that follows later is no news. */
  readonly told: Readonly<Record<string, ToldAtPlaces>>;
}

export interface PlaceMemory {
  /** Null before its first measurement. */
  readonly memory: OneMemory | null;
  /** When its last answer was measured, by the clock of that place; null if it does not say. */
  readonly answeredAt: string | null;
}

/** A change as one place has found it. */
export interface PlaceChange {
  readonly place: string;
  readonly kind: ChangeKind;
  readonly before: WatchedValue;
  readonly after: WatchedValue;
  readonly weight: ChangeWeight;
  readonly isConfirmed: boolean;
}

/** A change that is not told yet. */
export interface OpenChange {
  readonly id: string;
  /** When it was first measured, ISO 8601 in UTC. */
  readonly at: string;
  /** Whether its owner sees that it is suspected. */
  readonly isShown: boolean;
  /** How many looks ago the first place has confirmed it. */
  readonly looks: number;
  readonly first: PlaceChange;
  readonly found: readonly PlaceChange[];
}

export interface ToldAtPlaces {
  readonly id: string;
  readonly at: string;
  readonly toldMs: number;
  readonly found: readonly PlaceChange[];
}

/** What is remembered of the certificates of a domain. */
export interface CertificateMemory {
  /** The host of the search, and where to go on there; null while it has nothing. */
  readonly search: string;
  readonly cursor: string | null;
  /** When the first look began, ISO 8601 in UTC. */
  readonly since: string;
  /** Whether the first look has not come to the end yet. */
  readonly isBaseline: boolean;
  /** Whether another search than at first is being read from its beginning. */
  readonly isAnotherSearch: boolean;
  /** Digests of the latest issuances, and of those that were told. */
  readonly seen: readonly string[];
  readonly told: readonly string[];
  /** SHA-256 of keys that servers of the domain have presented. */
  readonly servedKeys: readonly string[];
  readonly issuers: readonly string[];
  /** How many issuances are known, and how many of them nothing has explained. */
  readonly count: number;
  readonly unexpected: number;
}

/** What is remembered of a tool of a report. */
export interface PartMemory {
  /** Null before its first measurement. */
  readonly memory: OneMemory | null;
  /** When it was last measured, ISO 8601 in UTC; null before that. */
  readonly checkedAt: string | null;
  /** When it is to be measured next, in milliseconds since 1970. */
  readonly nextMs: number;
}

export const emptyMemory: WatchMemory = {
  paths: {},
  answers: 0,
  leftOut: 0,
  failures: 0,
  cannot: null,
  early: 0,
  ends: [],
  calmEnds: [],
  toldEnds: [],
};

/** The most facts of a watch, the most members of one, and of all together. */
const MAX_PATHS = 500;
const MAX_MEMBERS = 500;
const MAX_ALL_MEMBERS = 4_000;
const MAX_TEXT = 500;
const SHOWN_TEXT = 200;

export interface WatchedFacts {
  readonly facts: ReadonlyMap<string, PathValue>;
  readonly leftOut: number;
}

/**
 * The facts as they are compared: of quiet paths none, and not more than can be remembered.
 * @param quiet patterns of paths
 * @param prefix what stands before the paths in these patterns
 */
export function watchedFacts(facts: Facts, quiet: readonly string[], prefix = ''): WatchedFacts {
  const isQuiet = quietTest(quiet);
  const watched = new Map<string, PathValue>();
  let [members, leftOut] = [0, 0];
  for (const [path, value] of facts) {
    if (isQuiet(`${prefix}${path}`)) continue;
    const measured = measuredOf(value);
    members += measured.members.length;
    if (watched.size >= MAX_PATHS || members > MAX_ALL_MEMBERS) leftOut++;
    else watched.set(path, measured);
  }
  return { facts: watched, leftOut };
}

function quietTest(quiet: readonly string[]): (path: string) => boolean {
  const patterns = quiet.map((pattern) => pattern.split('*'));
  return (path) => patterns.some((parts) => fits(path, parts));
}

/** In linear time: the parts between the stars, one after the other. */
function fits(path: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first) || !path.endsWith(last) || path.length < first.length + last.length) return false;
  let rest = path.slice(first.length, path.length - last.length);
  for (const part of others) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  return true;
}

function measuredOf(value: FactValue): PathValue {
  if (!Array.isArray(value)) return { isSet: false, members: value === null ? [] : [short(JSON.stringify(value))] };
  // Of too many members, only whether they are the same is known.
  if (value.length > MAX_MEMBERS)
    return { isSet: true, members: [`${value.length} members, ${digest(value.join('\n'))}`] };
  return { isSet: true, members: [...new Set(value.map(short))].toSorted() };
}

const digest = (text: string) => `SHA-256 ${createHash('sha256').update(text).digest('hex')}`;

/** A long text is known by its beginning and its digest. */
function short(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const shown = `${text.slice(0, SHOWN_TEXT)}… (${text.length} characters, ${digest(text)})`;
  return text.startsWith('"') ? JSON.stringify(shown.slice(1)) : shown;
}

/** The value that these members of a fact are; of several values of one that changes all the time, the one last seen. */
export function watchedValueOf(
  { isSet, seen }: Pick<PathMemory, 'isSet' | 'seen'>,
  members: readonly string[],
): WatchedValue {
  if (isSet) return [...members];
  const [latest] = members.toSorted((a, b) => (seen[b] ?? 0) - (seen[a] ?? 0));
  return latest === undefined ? null : JSON.parse(latest);
}

/** The state that is watched, by path; paths begin with the id of the tool in that of a report, and with the place if there are several. */
export function stateOf({ paths, parts = {}, certificates, places }: WatchMemory): Record<string, WatchedValue> {
  if (certificates !== undefined) return certificateFacts(certificates);
  const own = Object.entries(paths).map(([path, memory]) => [path, watchedValueOf(memory, memory.told)] as const);
  const ofParts = Object.entries({ ...parts, ...places?.of }).flatMap(([part, { memory }]) =>
    Object.entries(memory === null ? {} : stateOf(memory)).map(([path, value]) => [`${part}/${path}`, value] as const),
  );
  return Object.fromEntries([...own, ...ofParts]);
}

const certificateFacts = ({ issuers, count, unexpected }: CertificateMemory): Record<string, WatchedValue> => ({
  certificates: count,
  issuers: issuers.toSorted(),
  unexpected,
});
