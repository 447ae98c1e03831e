import { LRUCache } from 'lru-cache';
import type { LookupResult } from './lookup-result.ts';

/** What this server has measured a while ago, whether or not it is still fresh: a visitor may want to keep it. */
export interface HeldResults {
  add(key: string, result: LookupResult): void;
  /** The latest results of a query, the newest first. */
  of(key: string): readonly LookupResult[];
}

/** A visitor reads an answer before deciding to keep it. */
const HELD_MS = 30 * 60_000;
const HELD_BYTES = 64 * 1024 * 1024;
/** The largest answer of all, of the subdomain finder, is smaller. */
const LARGEST_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 512;
/** Results of one query: others may have measured it again meanwhile. */
const OF_ONE_QUERY = 4;

export function createHeldResults(now: () => number): HeldResults {
  const held = new LRUCache<string, readonly LookupResult[]>({
    maxSize: HELD_BYTES,
    maxEntrySize: LARGEST_BYTES,
    sizeCalculation: (results, key) =>
      results.reduce((sum, { body }) => sum + Buffer.byteLength(body), Buffer.byteLength(key) + ENTRY_BYTES),
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

/** Large answers are held one at a time: together they would be too large to be held at all. */
function fitting(results: readonly LookupResult[]): readonly LookupResult[] {
  let bytes = 0;
  return results.filter(({ body }, index) => {
    bytes += Buffer.byteLength(body);
    return index === 0 || bytes <= LARGEST_BYTES / 2;
  });
}
