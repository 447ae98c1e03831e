import { useEffect, useState } from 'react';

/** After this many seconds the duration and a cancel button are shown. */
export const LONG_S = 3;

/** Whole seconds since the component was mounted. */
export function useElapsedSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
