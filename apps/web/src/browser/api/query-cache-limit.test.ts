import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { limitQueryCache } from './query-cache-limit.ts';

function setUp() {
  const client = new QueryClient();
  limitQueryCache(client.getQueryCache(), 2);
  let time = 0;
  /** Shows a result as a page would; the returned function stops showing it. */
  function show(target: string): () => void {
    time += 1;
    client.setQueryData([target], target, { updatedAt: time });
    return new QueryObserver(client, { queryKey: [target], enabled: false }).subscribe(() => {});
  }
  const kept = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]);
  return { show, kept };
}

it('keeps the newest results that no page shows, up to a limit', () => {
  const { show, kept } = setUp();
  for (const target of ['a', 'b', 'c', 'd']) show(target)();
  expect(kept()).toEqual(['c', 'd']);
});

it('keeps every result that a page shows', () => {
  const { show, kept } = setUp();
  const leave = show('a');
  for (const target of ['b', 'c', 'd']) show(target)();
  expect(kept()).toEqual(['a', 'c', 'd']);
  leave();
  expect(kept()).toEqual(['c', 'd']);
});
