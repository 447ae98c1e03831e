import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Where a text that is not a single target is read. */
export type TextReader = 'list' | 'devices' | 'message-header' | 'pem';

let handed: { readonly reader: TextReader; readonly text: string } | null = null;
const listeners = new Set<() => void>();

/** Leaves a text for the page that reads it. It stays in the memory of this page and goes nowhere else. */
function handOver(reader: TextReader, text: string): void {
  handed = { reader, text };
  for (const listener of listeners) listener();
}

/** Leaves a text for a reader and opens the page that it is on, and there the fold with the id in the address. */
export function openReader(reader: TextReader, text: string, href: string, navigate: (href: string) => void): void {
  handOver(reader, text);
  navigate(href);
  const [, id] = href.split('#');
  if (id !== undefined) openFoldWhenThere(id);
}

/** A page whose code takes longer to load shows its reader closed. */
const LONGEST_WAIT_MS = 10_000;

function openFoldWhenThere(id: string): void {
  if (openFold(id)) return;
  const observer = new MutationObserver(() => {
    if (openFold(id)) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), LONGEST_WAIT_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Returns whether it is there. */
function openFold(id: string): boolean {
  const fold = document.getElementById(id);
  if (!(fold instanceof HTMLDetailsElement)) return false;
  fold.open = true;
  fold.scrollIntoView();
  return true;
}

/** The text left for this reader; null if there is none. */
export function useHandedText(reader: TextReader): string | null {
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

/**
 * Gives the reader of a page each text that is left for it, once.
 * @returns a ref for what the reader shows of such a text: it is brought into view, and gets the focus
 */
export function useHanded(reader: TextReader, take: (text: string) => void): (answer: HTMLElement | null) => void {
  const text = useHandedText(reader);
  const isAwaited = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (text === null) return;
    dropHandedText();
    if (text === '') return;
    isAwaited.current = true;
    take(text);
  }, [text]);
  // Another function each time, so that it is called again for an answer that is there already.
  return (answer) => {
    if (answer === null || !isAwaited.current) return;
    isAwaited.current = false;
    answer.focus({ preventScroll: true });
    answer.scrollIntoView();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
