import { setImmediate } from 'node:timers/promises';
import { changesOfLookup } from '@sonde/contract/lists/compare-outcomes';
import type { ListChanges, LookupChanges } from '@sonde/contract/lists/list-calls';
import type { ListedOutcome } from '@sonde/contract/lists/list-outcome';
import { keyOfLookup } from '@sonde/contract/lists/placed-outcome';
import type { ListStore } from './list-store.ts';

/** Maximum total size of the listed changes; changes beyond it are only counted. */
const MAX_LISTED_BYTES = 1_000_000;

export interface TwoLists {
  /** The later of the two lists. */
  readonly id: string;
  readonly since: string;
}

/** Compares two lists, with only a few answers in memory at a time. @throws the reason of the signal. */
export async function compareLists(
  store: ListStore,
  { id, since }: TwoLists,
  signal: AbortSignal,
): Promise<ListChanges> {
  const before = await store.positions(since);
  const counts = { compared: 0, changed: 0, notCompared: 0, onlyHere: 0 };
  const lookups: LookupChanges[] = [];
  let bytes = 0;
  let shared = 0;

  function note(earlier: ListedOutcome | undefined, later: ListedOutcome): void {
    const changes = earlier === undefined ? null : changesOfLookup(earlier, later);
    if (changes === null) counts.notCompared += 1;
    else counts.compared += 1;
    if (changes === null || changes.length === 0) return;
    counts.changed += 1;
    const { target, tool, place } = later;
    const found = { target, tool, ...(place === undefined ? {} : { place }), changes: [...changes] };
    bytes += JSON.stringify(found).length;
    if (bytes <= MAX_LISTED_BYTES) lookups.push(found);
  }

  for await (const outcomes of store.outcomes(id)) {
    const positions = outcomes.flatMap((one) => before.get(keyOfLookup(one)) ?? []);
    const earlier = new Map((await store.outcomesAt(since, positions)).map((one) => [keyOfLookup(one), one]));
    for (const later of outcomes) {
      signal.throwIfAborted();
      const key = keyOfLookup(later);
      if (!before.has(key)) {
        counts.onlyHere += 1;
        continue;
      }
      shared += 1;
      note(earlier.get(key), later);
      // Comparing long answers takes milliseconds; this lets other requests be served in between.
      await setImmediate();
    }
  }
  return { id, since, ...counts, onlyBefore: before.size - shared, lookups };
}
