import { problemOf, type StoreProblem } from './store-failure.ts';

/** Load balancers ask often, and anyone may ask. */
const FRESH_MS = 5_000;
/** A readiness check does not wait for a store that hangs. */
const ANSWER_MS = 2_000;
/** How long a failed write is reported: a store that can be read may still fail to write. */
const REMEMBERED_MS = 60_000;

export interface StoreHealth {
  /** The error of a use of the store; null for success. */
  note(error: unknown): void;
  /** The result of an inspection of the whole store. */
  noteInspection(isDamaged: boolean): void;
  problem(): Promise<StoreProblem | null>;
}

/** `ask` reads a little from every table; it is called at most once in five seconds, however often it is needed. */
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
  /** The last problem in writing: a successful read proves that the store is reachable, but nothing about writing. */
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
