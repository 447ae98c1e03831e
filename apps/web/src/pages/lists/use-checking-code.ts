import { useEffect, useState } from 'react';
import { reloadOnline } from '../../tools/lookup/lazy-result.tsx';

/** It has the contracts of all tools, so it is loaded when there is a list. */
const loadCode = async () => (await import('./checking-code.ts')).checkingCode;

export type CheckingCode = Awaited<ReturnType<typeof loadCode>>;

/** What reads, looks up and shows a list, loaded as soon as it is needed. */
export function useCheckingCode(isNeeded: boolean) {
  const [code, setCode] = useState<CheckingCode | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (isNeeded) loadCode().then(setCode, () => setMissing(true));
  }, [isNeeded]);
  return { code, isMissing: isMissing && code === null, loadAgain: () => loadCode().then(setCode, reloadOnline) };
}
