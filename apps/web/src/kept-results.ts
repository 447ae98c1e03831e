import type { Query, QueryCache } from '@tanstack/react-query';

/** The largest results take some hundred kilobytes each. */
const MAX_KEPT = 30;

/** Has a cache keep so many results that no page shows, the latest, for visitors who go back to them. */
export function limitKeptResults(cache: QueryCache, max = MAX_KEPT): void {
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
