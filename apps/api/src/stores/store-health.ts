import { problemOf, type StoreProblem } from './store-failure.ts';

/** How long a result is reused: load balancers ask often, and anyone may ask. */
const FRESH_MS = 5_000;
/** Timeout of a check, so that a readiness request does not wait for a store that hangs. */
const ANSWER_MS = 2_000;
/** How long a failed write is reported: a store may be readable and still fail to write. */
const REMEMBERED_MS = 60_000;

export interface StoreHealth {
  /** Records the result of a use of the store: its error, or null for success. */
  note(error: unknown): void;
  /** Records the result of an inspection of the whole store. */
  noteInspection(isDamaged: boolean): void;
  problem(): Promise<StoreProblem | null>;
}

/** `ask` reads a little from every table; it is called at most once in five seconds, regardless of the demand. */
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
  /** The latest write problem. A successful read does not clear it, since it proves nothing about writing. */
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
