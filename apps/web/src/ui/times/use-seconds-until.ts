import { useEffect, useState } from 'react';

const TICK_MS = 250;

/** Whole seconds until a moment, counting down; 0 afterwards, or without a moment. */
export function useSecondsUntil(untilMs: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (untilMs === null) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= untilMs) clearInterval(timer);
    }, TICK_MS);
    setNow(Date.now());
    return () => clearInterval(timer);
  }, [untilMs]);
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - now) / 1000));
}
