import { createContext, useContext, useEffect, useState } from 'react';

/** After this many seconds the duration and a cancel button are shown. */
export const LONG_S = 3;

/** When the lookup of the page began, on the clock of `performance.now()`; null where there is none. */
export const BeganContext = createContext<number | null>(null);

/**
 * Whole seconds since the lookup began, otherwise since the component was mounted. Read from the clock, because timers of
 * a busy page are late, and since the beginning, because what is shown of a lookup changes while it runs.
 */
export function useElapsedSeconds(): number {
  const began = useContext(BeganContext);
  const [mounted] = useState(() => performance.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = () => setSeconds(Math.floor((performance.now() - (began ?? mounted)) / 1000));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [began, mounted]);
  return seconds;
}
