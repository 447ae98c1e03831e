import type { WatchMemory } from '@sonde/service/watches/memory';
import type { WatchStep } from '@sonde/service/watches/observe';

/** Measures once: null if that says nothing about the target; `interrupted` by Ctrl-C. */
export type Measure = (
  memory: WatchMemory | null,
) => Promise<{ readonly step: WatchStep; readonly endedAt: string } | null | 'interrupted'>;
