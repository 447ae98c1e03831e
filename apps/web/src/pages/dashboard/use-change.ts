import { useState } from 'react';
import { change } from '../../browser/accounts/account-data.ts';
import type { AccountCall } from '../../browser/api/ask.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { toast } from '../../ui/feedback/announce.ts';

/** Runs one change at a time, and tells whether it succeeded. */
export function useChange() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(path: string, call: AccountCall, done: string): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await change(path, call);
      toast(done);
      return true;
    } catch (error) {
      setProblem(textOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run };
}
