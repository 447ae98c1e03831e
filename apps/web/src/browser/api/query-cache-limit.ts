import type { Query, QueryCache } from '@tanstack/react-query';

/** The largest results take several hundred kilobytes each. */
const MAX_UNUSED = 30;

/**
 * Limits how many results that no page shows stay in the cache. The newest are kept, because visitors may go back to
 * them.
 */
export function limitQueryCache(cache: QueryCache, max = MAX_UNUSED): void {
  cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved') return;
    const kept = cache
      .getAll()
      .filter((query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle');
    const byAge = kept.toSorted((a, b) => endedAt(a) - endedAt(b));
    for (const query of byAge.slice(0, Math.max(0, kept.length - max))) cache.remove(query);
  });
}

function endedAt({ state }: Query): number {
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
}
