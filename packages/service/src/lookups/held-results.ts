import { LRUCache } from 'lru-cache';
import { answerBytes, entryBytes, textBytes } from './answer-memory.ts';
import type { LookupResult } from './lookup-result.ts';

/** Results that this server measured recently, fresh or not: a visitor may want to keep them. */
export interface HeldResults {
  add(key: string, result: LookupResult): void;
  /** The latest results of a query, newest first. */
  of(key: string): readonly LookupResult[];
}

/** Time for a visitor to read an answer before deciding to keep it. */
const HELD_MS = 30 * 60_000;
/** Several answers of the largest size. */
const LARGEST_BYTES = 4 * 1024 * 1024;
/** Results held per query, since others may have measured it again meanwhile. */
const OF_ONE_QUERY = 4;

export function createHeldResults(now: () => number): HeldResults {
  const held = new LRUCache<string, readonly LookupResult[]>({
    maxSize: answerBytes(),
    maxEntrySize: LARGEST_BYTES,
    sizeCalculation: (results, key) =>
      entryBytes(
        key,
        results.map(({ body }) => body),
      ),
    ttl: HELD_MS,
    perf: { now },
    ttlResolution: 0,
  });
  return {
    add(key, result) {
      const before = (held.get(key) ?? []).filter(({ body }) => body !== result.body);
      const newest = [result, ...before].slice(0, OF_ONE_QUERY);
      held.set(key, fitting(newest));
    },
    of: (key) => held.get(key) ?? [],
  };
}

/** Several large results of a query would exceed the limit together, and are held one at a time. */
function fitting(results: readonly LookupResult[]): readonly LookupResult[] {
  let bytes = 0;
  return results.filter(({ body }, index) => {
    bytes += textBytes(body);
    return index === 0 || bytes <= LARGEST_BYTES / 2;
  });
}
