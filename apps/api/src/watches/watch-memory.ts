import type { WatchMemory } from '@sonde/service/watches/memory';
import type { WatchRow } from '../stores/watch-tables.ts';

/** What is remembered of a watch; null before its first measurement. */
export const memoryOf = ({ memory }: Pick<WatchRow, 'memory'>): WatchMemory | null =>
  memory === null ? null : (JSON.parse(memory) as WatchMemory);
