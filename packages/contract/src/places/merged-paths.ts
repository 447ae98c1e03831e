import { counted } from '../text/counted.ts';
import type { PlaceAnswerRead } from './place-rows.ts';

/** Where the paths of several places come together on their way to the target. */
export interface MergedPaths {
  /** The places whose last hops these are. */
  readonly places: readonly string[];
  /** The addresses that all these paths have in common, up to the last hop; null for a silent hop between them. */
  readonly hops: readonly (string | null)[];
}

/**
 * The paths of traceroutes that reached the target, merged at its side: for each target address, the longest common end
 * of all paths to it, the address that most places reach first. A hop is common only if it answered with the same
 * address everywhere; silent hops are kept between such hops, and never begin the common part.
 */
export function mergedPaths(answers: readonly PlaceAnswerRead[]): readonly MergedPaths[] {
  const byTarget = new Map<string, { places: string[]; paths: (string | null)[][] }>();
  for (const { place, data } of answers) {
    const path = pathIn(data);
    const target = path?.at(-1);
    if (path === null || target == null) continue;
    const known = byTarget.get(target) ?? { places: [], paths: [] };
    byTarget.set(target, { places: [...known.places, place], paths: [...known.paths, path] });
  }
  return [...byTarget.values()]
    .map(({ places, paths }) => ({ places, hops: commonEnd(paths) }))
    .toSorted((a, b) => b.places.length - a.places.length);
}

/** What the hops of a path are to its places. */
export function sharedWords({ places, hops }: MergedPaths): string {
  if (places.length === 1) return 'Path';
  return hops.length === 1 ? 'Only the last hop is the same' : `The last ${counted(hops.length, 'hop')} are the same`;
}

/** `192.0.2.1 → (silent) → 192.0.2.9` */
export const hopsText = ({ hops }: MergedPaths): string => hops.map((hop) => hop ?? '(silent)').join(' → ');

function commonEnd(paths: readonly (readonly (string | null)[])[]): readonly (string | null)[] {
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
