import { problemOf, type StoreProblem } from './store-failure.ts';

/** A balancer asks often, and everybody may. */
const FRESH_MS = 5_000;
/** Whoever asks whether we are ready does not wait for a store that hangs. */
const ANSWER_MS = 2_000;
/** A store that reads can still fail to write: what a write met is reported for so long after it. */
const REMEMBERED_MS = 60_000;

export interface StoreHealth {
  /** What was met while the store was used; null for nothing. */
  note(error: unknown): void;
  /** What an inspection of the whole store has found. */
  noteInspection(isDamaged: boolean): void;
  problem(): Promise<StoreProblem | null>;
}

/** `ask` reads a little from every table; it is called at most once in five seconds, whoever wants to know. */
export function createStoreHealth(ask: () => Promise<void>, now: () => number): StoreHealth {
  let isDamaged = false;
  let met: { readonly problem: StoreProblem; readonly atMs: number } | null = null;
  let asked: { readonly answer: Promise<StoreProblem | null>; readonly atMs: number } | null = null;

  function note(error: unknown): void {
    if (error === null) return;
    const problem = problemOf(error);
    if (problem === 'is damaged') isDamaged = true;
    met = { problem, atMs: now() };
  }
  /** A read that succeeds proves that the store is reached and nothing about writing. */
  function metInWriting(): StoreProblem | null {
    if (met === null || now() - met.atMs > REMEMBERED_MS) return null;
    return met.problem === 'is full' || met.problem === 'cannot be written' ? met.problem : null;
  }
  return {
    note,
    noteInspection(found) {
      isDamaged = found;
    },
    async problem() {
      if (asked === null || now() - asked.atMs > FRESH_MS) {
        const answer = withinTime(ask()).then(() => null, problemOf);
        asked = { answer, atMs: now() };
      }
      const problem = await asked.answer;
      if (isDamaged || problem === 'is damaged') return 'is damaged';
      return problem ?? metInWriting();
    },
  };
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('the store did not answer in time'), { code: 'STORE_SILENT' });
    timer = setTimeout(() => reject(error), ANSWER_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
