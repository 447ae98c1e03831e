import { LONG_S, useElapsedSeconds } from '../times/use-elapsed-seconds.ts';

/** How long a lookup has taken so far, once it takes long; its room is reserved from the start. Never an estimate. */
export function Elapsed() {
  const seconds = useElapsedSeconds();
  return (
    <span className="num elapsed" style={{ visibility: seconds >= LONG_S ? 'visible' : 'hidden' }}>
      {seconds} s
    </span>
  );
}
