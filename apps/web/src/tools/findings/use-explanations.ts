import type { Explanation } from '@sonde/contract/findings/explanation';
import { useSyncExternalStore } from 'react';

type ExplanationOf = (code: string) => Explanation | null;

let explanationOf: ExplanationOf | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

/** Begins to load the texts of all findings, in a chunk of their own. What cannot be loaded is tried again. */
export async function loadExplanations(): Promise<void> {
  if (isLoading || explanationOf !== null) return;
  isLoading = true;
  try {
    const chunk = await import('@sonde/contract/findings/explanations');
    explanationOf = chunk.explanationOf;
    for (const listener of listeners) listener();
  } catch {
    // Without them, findings still have their evidence and what to do.
  } finally {
    isLoading = false;
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
