import { useEffect, useState } from 'react';
import { reloadOnline } from '../tools/lookup/lazy-result.tsx';

export interface CodeOnDemand<Code> {
  /** Null until it is loaded. */
  readonly code: Code | null;
  /** Whether it could not be loaded. */
  readonly isMissing: boolean;
  loadAgain(): Promise<void>;
}

/** Code of a page that is loaded as soon as it is needed. `load` is the same function at every render. */
export function useCodeOnDemand<Code extends Readonly<Record<string, unknown>>>(
  load: () => Promise<Code>,
  isNeeded: boolean,
): CodeOnDemand<Code> {
  const [code, setCode] = useState<Code | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (isNeeded) load().then(setCode, () => setFailed(true));
  }, [load, isNeeded]);
  return { code, isMissing: hasFailed && code === null, loadAgain: () => load().then(setCode, reloadOnline) };
}
