import { LRUCache } from 'lru-cache';

/** An answer in several parts, each as JSON text. */
export interface LongAnswer {
  readonly parts: readonly string[];
  readonly isError: boolean;
}

/**
 * The latest long answers, so that their further parts belong to the same measurement as the first one, and cost neither
 * another one nor another division into parts.
 */
export interface LongAnswers {
  get(call: string): LongAnswer | undefined;
  set(call: string, answer: LongAnswer): void;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Larger than the largest answer, a report with large parts. */
const MAX_ENTRY_BYTES = 12 * 1024 * 1024;
const ENTRY_BYTES = 512;
const REMEMBERED_MS = 10 * 60_000;

/** The long answers of all clients. Returns those of one of them. */
export function createLongAnswers(): (client: string) => LongAnswers {
  const answers = new LRUCache<string, LongAnswer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ parts }, key) => parts.reduce((sum, text) => sum + text.length, key.length + ENTRY_BYTES),
    ttl: REMEMBERED_MS,
  });
  return (client) => ({
    get: (call) => answers.get(`${client} ${call}`),
    set: (call, answer) => void answers.set(`${client} ${call}`, answer),
  });
}
