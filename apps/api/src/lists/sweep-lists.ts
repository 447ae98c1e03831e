import type { Background } from '../jobs/background.ts';
import type { ListStore } from './list-store.ts';
import { turnOfList } from './list-turns.ts';

export interface ListSweepParts {
  readonly store: Pick<ListStore, 'running' | 'tidy'>;
  readonly background: Pick<Background, 'send' | 'lacking'>;
}

/** Sends the jobs of lists that have lost theirs, or are of a version that had none, and removes expired lists. */
export async function sweepLists({ store, background }: ListSweepParts, signal: AbortSignal): Promise<void> {
  await store.tidy();
  const running = await store.running();
  signal.throwIfAborted();
  const lacking = new Set(
    await background.lacking(
      'list',
      running.map(({ id }) => id),
    ),
  );
  for (const list of running.filter(({ id }) => lacking.has(id))) {
    signal.throwIfAborted();
    await background.send('list', { key: list.id, data: turnOfList(list, 0) });
  }
}
