import { useEffect, useRef, useState } from 'react';

/** How long to wait before a spinner appears … */
const LATE_MS = 150;
/** … and how long it then stays at least. */
const STEADY_MS = 400;

/**
 * Prolongs `busy` so that a spinner never flashes: an answer within 150 ms is shown at once, a later one not before 550
 * ms.
 */
export function useSteadyBusy(busy: boolean): boolean {
  const [held, setHeld] = useState(false);
  const startedAt = useRef(0);
  useEffect(() => {
    if (busy) {
      startedAt.current = performance.now();
      const late = setTimeout(() => setHeld(true), LATE_MS);
      return () => clearTimeout(late);
    }
    const left = startedAt.current + LATE_MS + STEADY_MS - performance.now();
    const release = setTimeout(() => setHeld(false), Math.max(0, left));
    return () => clearTimeout(release);
  }, [busy]);
  return busy || held;
}
