import type { VendorAssignment } from '@sonde/contract';
import { inPairs } from '@sonde/contract/targets/mac-address';
import { nameWords } from '@sonde/contract/targets/mac-query';
import type { RegistryIndex } from './registry-text.ts';

/** An owner under one spelling of its name, with all of its assignments. */
export interface FoundVendor {
  readonly owner: string;
  /** Sorted by prefix. */
  readonly assignments: readonly VendorAssignment[];
}

export interface VendorIndex {
  /**
   * The owners whose names contain, for every search word, a word that starts with it.
   * @param words as written by `nameWords`
   */
  search(words: string): FoundVendor[];
}

/** The name in the registry of owners who chose not to be published. */
export const UNPUBLISHED = 'Private';

const indexes = new WeakMap<RegistryIndex, VendorIndex>();

/** Built at the first search in a copy of the registry: most servers only look up addresses. */
export function vendorIndexOf(registry: RegistryIndex): VendorIndex {
  let index = indexes.get(registry);
  if (index === undefined) {
    index = createVendorIndex(registry);
    indexes.set(registry, index);
  }
  return index;
}

function createVendorIndex(registry: RegistryIndex): VendorIndex {
  const numbers = new Map<string, number[]>();
  for (const [number, name] of registry.ownerNames().entries()) {
    if (name === UNPUBLISHED) continue;
    numbers.set(name, [...(numbers.get(name) ?? []), number]);
  }
  const owners = [...numbers].map(([owner, ofOwner]) => ({ owner, ofOwner, words: ` ${nameWords(owner)}` }));
  // Searching one long text takes a tenth of the time that thirty thousand short ones take.
  const text = `${owners.map(({ words }) => words).join('\n')}\n`;
  const starts = new Uint32Array(owners.length);
  let at = 0;
  for (const [index, { words }] of owners.entries()) {
    starts[index] = at;
    at += words.length + 1;
  }
  const assignments = assignmentsByOwner(registry);
  return {
    search(words) {
      const [longest = '', ...others] = words.split(' ').sort((a, b) => b.length - a.length);
      const found = new Set<number>();
      for (let hit = text.indexOf(` ${longest}`); hit >= 0; hit = text.indexOf(` ${longest}`, hit + 1)) {
        found.add(lineOf(starts, hit));
      }
      return [...found]
        .flatMap((index) => owners[index] ?? [])
        .filter((one) => others.every((word) => one.words.includes(` ${word}`)))
        .sort((a, b) => rank(a.words, words) - rank(b.words, words) || (a.owner < b.owner ? -1 : 1))
        .map(({ owner, ofOwner }) => ({ owner, assignments: inOrder(owner, ofOwner.flatMap(assignments)) }));
    },
  };
}

/** Ranks a match of the whole name first, then of its beginning, then of words anywhere. */
function rank(name: string, words: string): number {
  if (name === ` ${words}`) return 0;
  return name.startsWith(` ${words}`) ? 1 : 2;
}

type Assigned = Omit<VendorAssignment, 'owner'>;

function inOrder(owner: string, assigned: readonly Assigned[]): VendorAssignment[] {
  return [...assigned].sort((a, b) => (a.prefix < b.prefix ? -1 : 1)).map((one) => ({ owner, ...one }));
}

/** Returns the assignments of an owner by number: their lines in registry order, found by counting sort. */
function assignmentsByOwner(registry: RegistryIndex): (owner: number) => Assigned[] {
  const lists = new Map<number, Assigned[]>();
  for (const { owner, registry: name, prefix } of registry.assignments()) {
    const one = { registry: name, prefix: inPairs(prefix.toLowerCase()), bits: prefix.length * 4 };
    const list = lists.get(owner);
    if (list === undefined) lists.set(owner, [one]);
    else list.push(one);
  }
  return (owner) => lists.get(owner) ?? [];
}

/** The last line that starts at or before this offset. */
function lineOf(starts: Uint32Array, at: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}
