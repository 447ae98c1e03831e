import { useSyncExternalStore } from 'react';

/** Where a text that is not a single target is read. */
export type Reader = 'list' | 'devices' | 'message-header' | 'pem';

let handed: { readonly reader: Reader; readonly text: string } | null = null;
const listeners = new Set<() => void>();

/** Leaves a text for the page that reads it. It stays in the memory of this page and goes nowhere else. */
export function handOver(reader: Reader, text: string): void {
  handed = { reader, text };
  for (const listener of listeners) listener();
}

/** The text left for this reader; null if there is none. */
export function useHandedText(reader: Reader): string | null {
  return useSyncExternalStore(
    subscribe,
    () => (handed?.reader === reader ? handed.text : null),
    () => null,
  );
}

/** To be called by the reader that has taken the text, so that a later visit of its page begins empty. */
export function dropHandedText(): void {
  handed = null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
