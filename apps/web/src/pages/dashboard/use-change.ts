import { useState } from 'react';
import type { AccountCall } from '../../ask.ts';
import { toast } from '../../ui/announce.ts';
import { change, textOf } from './kept.ts';

/** Changes what is kept, one thing at a time; says what was done, or why not. */
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
