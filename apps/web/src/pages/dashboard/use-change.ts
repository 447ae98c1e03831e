import { useState } from 'react';
import { change } from '../../browser/accounts/account-data.ts';
import type { AccountCall } from '../../browser/api/ask.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { toast } from '../../ui/feedback/announce.ts';

/** Runs one change at a time and returns whether it succeeded. */
export function useChange() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Returns the answer of a call, or null if it failed; shows `done` after a success. */
  async function attempt<Data>(call: () => Promise<Data>, done: string | null): Promise<Data | null> {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await call();
      if (done !== null) toast(done);
      return answer;
    } catch (error) {
      setProblem(textOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  }
  const run = async (path: string, call: AccountCall, done: string): Promise<boolean> =>
    (await attempt(() => change(path, call), done)) !== null;
  return { busy, problem, run, attempt };
}
