import type { Explanation } from '@sonde/contract/findings/explanation';
import { useSyncExternalStore } from 'react';

type ExplanationOf = (code: string) => Explanation | null;

let explanationOf: ExplanationOf | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the texts of all findings once, in a chunk of their own; resolves when that has ended. A failure may be repeated. */
export function loadExplanations(): Promise<void> {
  if (explanationOf !== null) return Promise.resolve();
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  try {
    const chunk = await import('@sonde/contract/findings/explanations');
    explanationOf = chunk.explanationOf;
    for (const listener of listeners) listener();
  } catch {
    // Without them, findings still have their evidence and what to do.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void loadExplanations();
  return () => void listeners.delete(listener);
}

const nothing: ExplanationOf = () => null;

/** Explains a code; null for all of them until their texts are loaded, and for one of a newer server. */
export function useExplanations(): ExplanationOf {
  return useSyncExternalStore(
    subscribe,
    () => explanationOf ?? nothing,
    () => nothing,
  );
}

/** The heading of a finding: of its explanation, otherwise its code in words. */
export function titleOf(explained: Explanation | null, code: string): string {
  if (explained !== null) return explained.title;
  const words = code.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
