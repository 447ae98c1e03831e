import type { Explanation } from '@sonde/contract/finding/explanation';
import { useSyncExternalStore } from 'react';

type ExplanationOf = (code: string) => Explanation | null;

let explanationOf: ExplanationOf | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/**
 * Loads the texts of all findings once, in a chunk of their own; resolves even if that fails, and can then be retried.
 */
export function loadExplanations(): Promise<void> {
  if (explanationOf !== null) return Promise.resolve();
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  try {
    const chunk = await import('@sonde/contract/answers/explanations');
    explanationOf = chunk.explanationOf;
    for (const listener of listeners) listener();
  } catch {
    // Without explanations, findings still show their evidence and remedy.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void loadExplanations();
  return () => void listeners.delete(listener);
}

const nothing: ExplanationOf = () => null;

/**
 * Returns a function that explains a code; it returns null until the texts are loaded, and for codes of newer servers.
 */
export function useExplanations(): ExplanationOf {
  return useSyncExternalStore(
    subscribe,
    () => explanationOf ?? nothing,
    () => nothing,
  );
}

/** The heading of a finding: that of its explanation, otherwise its code in words. */
export function titleOf(explained: Explanation | null, code: string): string {
  if (explained !== null) return explained.title;
  const words = code.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
