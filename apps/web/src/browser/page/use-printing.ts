import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const listeners = new Set<() => void>();

function tellAll(isBegun: boolean): void {
  isPrinting = isBegun;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// Synchronous, because the browser prints right after this event.
const begin = () => flushSync(() => tellAll(true));
const end = () => tellAll(false);

/**
 * True while the page is being printed: for «Show all», which paper cannot press, and for content that only paper has.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
}
