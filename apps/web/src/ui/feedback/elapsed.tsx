import { useContext, useEffect, useState } from 'react';
import { BeganContext } from '../times/began-context.ts';
import { LONG_S } from '../times/use-elapsed-seconds.ts';

/** Whole seconds since the lookup of the page began. Read from the clock, because timers of a busy page are late. */
function useSeconds(): number {
  const began = useContext(BeganContext);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.floor((performance.now() - began) / 1000));
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [began]);
  return seconds;
}

/** How long the lookup of the page has taken so far, once it takes long; its room is reserved from the start. Never an estimate. */
export function Elapsed() {
  const seconds = useSeconds();
  return (
    <span className="num elapsed" style={{ visibility: seconds >= LONG_S ? 'visible' : 'hidden' }}>
      {seconds} s
    </span>
  );
}

/** A sentence for a lookup that has taken longer than its tool measures at most; nothing before. */
export function Overdue({ deadlineMs }: { readonly deadlineMs: number }) {
  if (useSeconds() * 1000 <= deadlineMs) return null;
  return ` A lookup measures for at most ${Math.round(deadlineMs / 1000)} seconds: this one had to wait, or its answer is slow to arrive.`;
}
