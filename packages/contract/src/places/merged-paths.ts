import { counted } from '../text/counted.ts';
import type { PlaceAnswerRead } from './place-rows.ts';

/** Where the paths of several places come together on their way to the target. */
export interface MergedPaths {
  /** The places whose last hops these are. */
  readonly places: readonly string[];
  /** The addresses that all these paths have in common, up to the last hop; null for a silent hop between them. */
  readonly hops: readonly (string | null)[];
}

/** The same as a tree: what some of these places have in common before that. */
export interface PathTree extends MergedPaths {
  /** The largest first; one without branches is a single path. */
  readonly branches: readonly PathTree[];
}

/**
 * The paths of traceroutes that reached the target, merged at its side: for each target address, the longest common end
 * of all paths to it, the address that most places reach first. A hop is common only if it answered with the same
 * address everywhere; silent hops are kept between such hops, and never begin the common part.
 */
export const mergedPaths = (answers: readonly PlaceAnswerRead[]): readonly MergedPaths[] =>
  pathTrees(answers).map(({ places, hops }) => ({ places, hops: commonEnd([hops]) }));

/** As `mergedPaths`, with what fewer places have in common: one tree for each target address. */
export function pathTrees(answers: readonly PlaceAnswerRead[]): readonly PathTree[] {
  const paths = answers.flatMap(({ place, data }) => {
    const hops = pathIn(data);
    return hops?.at(-1) == null ? [] : [{ place, hops }];
  });
  return grouped(paths).map(treeOf);
}

interface PlacePath {
  readonly place: string;
  readonly hops: Hops;
}

type Hops = readonly (string | null)[];

/** Paths with the same last hop that answers, and as many silent ones behind it; the largest group first. */
function grouped(paths: readonly PlacePath[]): readonly (readonly PlacePath[])[] {
  const groups = new Map<string, PlacePath[]>();
  for (const path of paths) {
    const last = path.hops.findLastIndex((hop) => hop !== null);
    // A path of silent hops alone has nothing in common with any other.
    const key = last === -1 ? `of ${path.place}` : `${path.hops.length - last} ${path.hops[last]}`;
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}

function treeOf(paths: readonly PlacePath[]): PathTree {
  const places = paths.map(({ place }) => place);
  const [only] = paths;
  if (only !== undefined && paths.length === 1) return { places, hops: only.hops, branches: [] };
  const hops = commonEnd(paths.map((path) => path.hops));
  const before = paths.map((path) => ({ ...path, hops: path.hops.slice(0, path.hops.length - hops.length) }));
  return { places, hops, branches: grouped(before).map(treeOf) };
}

/** What the hops of a path are to its places. */
export function sharedWords({ places, hops }: MergedPaths): string {
  if (places.length === 1) return 'Path';
  return hops.length === 1 ? 'Only the last hop is the same' : `The last ${counted(hops.length, 'hop')} are the same`;
}

/** `192.0.2.1 → (silent) → 192.0.2.9` */
export const hopsText = ({ hops }: MergedPaths): string => hops.map((hop) => hop ?? '(silent)').join(' → ');

function commonEnd(paths: readonly Hops[]): Hops {
  const [first = [], ...others] = paths;
  const common: (string | null)[] = [];
  for (let back = 1; back <= first.length; back += 1) {
    const hop = first.at(-back) ?? null;
    if (others.some((path) => path.length < back || (path.at(-back) ?? null) !== hop)) break;
    common.unshift(hop);
  }
  const begin = common.findIndex((hop) => hop !== null);
  return begin === -1 ? [] : common.slice(begin);
}

interface Hop {
  readonly answers?: readonly { readonly address?: string | null }[];
}

/** One address per hop; null for a silent one, or one with several addresses. Null if the target was not reached. */
function pathIn(data: Readonly<Record<string, unknown>> | null): (string | null)[] | null {
  if (data?.['reached'] !== 'target' || !Array.isArray(data['hops'])) return null;
  return (data['hops'] as readonly (Hop | null)[]).map((hop) => {
    const addresses = hop?.answers ?? [];
    return addresses.length === 1 ? (addresses[0]?.address ?? null) : null;
  });
}
