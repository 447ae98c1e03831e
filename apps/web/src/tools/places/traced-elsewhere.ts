import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isTraced = false;

/** Tells the page whether there is a place that can trace. */
export function tellTraced(is: boolean): void {
  isTraced = is;
  for (const one of listeners) one();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether there is a place that can trace; false until the places are known. */
export const useTracedElsewhere = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isTraced,
    () => false,
  );
