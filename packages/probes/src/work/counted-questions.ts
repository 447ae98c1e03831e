import { type LinkedSignal, linkSignals } from '../async/signals.ts';
import { attachWork, type CountQuestion, workOf } from './work.ts';

/** Derives a signal under which questions are counted differently; everything else counts for the same lookup. */
export function withCount(signal: AbortSignal, countBy: (others: CountQuestion | null) => CountQuestion): LinkedSignal {
  const counted = linkSignals([signal]);
  const work = workOf(signal);
  if (work !== undefined) attachWork(counted.signal, { ...work, countQuestion: countBy(work.countQuestion ?? null) });
  return counted;
}
