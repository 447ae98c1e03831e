// In this folder: a list of targets that the browser looks up one after the other, without an account.

/** What is known of one target of a list. */
export interface ListRow<Data> {
  readonly target: string;
  readonly state: 'waiting' | 'running' | 'answered' | 'failed';
  readonly data?: Data;
  readonly error?: unknown;
}

export interface ListRun<Data> {
  readonly targets: readonly string[];
  lookUp(target: string, signal: AbortSignal): Promise<Data>;
  /** How many seconds the server asks to wait after this error; null if waiting does not help. */
  pauseAfter(error: unknown): number | null;
  onRow(index: number, row: ListRow<Data>): void;
  /** When the list goes on, in milliseconds since 1970; null as soon as it does. */
  onPause(untilMs: number | null): void;
}

/** A list that the server keeps waiting for longer ends there: its visitor can continue it. */
const LONGEST_PAUSE_S = 120;
const TRIES = 5;

/** Looks up the targets one after the other, and waits when the allowance is used up. Ends early when it is stopped. */
export async function runList<Data>(run: ListRun<Data>, signal: AbortSignal): Promise<void> {
  for (const [index, target] of run.targets.entries()) {
    if (signal.aborted) return;
    run.onRow(index, { target, state: 'running' });
    const row = await rowOf(run, target, signal);
    run.onRow(index, row ?? { target, state: 'waiting' });
  }
}

/** Null if the list was stopped meanwhile. */
async function rowOf<Data>(run: ListRun<Data>, target: string, signal: AbortSignal): Promise<ListRow<Data> | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      const data = await run.lookUp(target, signal);
      return signal.aborted ? null : { target, state: 'answered', data };
    } catch (error) {
      if (signal.aborted) return null;
      const pause = run.pauseAfter(error);
      if (pause === null || pause > LONGEST_PAUSE_S || tries === TRIES) return { target, state: 'failed', error };
      run.onPause(Date.now() + pause * 1000);
      await wait(pause * 1000, signal);
      run.onPause(null);
      if (signal.aborted) return null;
    }
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end);
  });
}
