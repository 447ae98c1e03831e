import { useContext, useEffect, useState } from 'react';
import { BeganContext } from '../times/began-context.ts';
import { LONG_S } from '../times/use-elapsed-seconds.ts';

/**
 * How long the lookup of the page has taken so far, once it takes long; its room is reserved from the start. Never an
 * estimate. Read from the clock, because timers of a busy page are late.
 */
export function Elapsed() {
  const began = useContext(BeganContext);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.floor((performance.now() - began) / 1000));
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [began]);
  return (
    <span className="num elapsed" style={{ visibility: seconds >= LONG_S ? 'visible' : 'hidden' }}>
      {seconds} s
    </span>
  );
}
