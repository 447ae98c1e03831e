import { readStored, store } from '../../shell/storage.ts';

const TEXT_KEY = 'ipTracker.ip';
const COUNTER_KEY = 'ipTracker.searchTrigger';

/** What the tab remembers of the field: the text, and how often it was searched for. */
export interface TrackerMemory {
  readonly text: string;
  readonly counter: number;
}

/** Storage is the visitor's to edit: what is no count is none. */
export function recall(): TrackerMemory {
  const counter = Number(readStored('session', COUNTER_KEY) ?? 0);
  return { text: readStored('session', TEXT_KEY) ?? '', counter: Number.isSafeInteger(counter) ? counter : 0 };
}

export function rememberText(text: string): void {
  store('session', TEXT_KEY, text);
}

export function rememberCounter(counter: number): void {
  store('session', COUNTER_KEY, String(counter));
}
