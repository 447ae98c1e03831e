import type { WatchMemory } from '@sonde/service/watches/memory';
import type { WatchStep } from '@sonde/service/watches/observe';

/** What a measurement has shown; null if it says nothing about the target. */
export type Step = { readonly step: WatchStep; readonly endedAt: string } | null;
/** `interrupted` by Ctrl-C. */
export type Measure = (memory: WatchMemory | null) => Promise<Step | 'interrupted'>;
