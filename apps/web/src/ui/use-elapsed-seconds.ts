import { useEffect, useState } from 'react';

/** After this long it is said for how long something runs, and a way out is offered. */
export const PATIENCE_S = 3;

/** Whole seconds since the element came. */
export function useElapsedSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
