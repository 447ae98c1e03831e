import { NetFailure } from '../../../net/net.ts';

/** Of the whole of it; most responders take a tenth. */
const LONGEST_MS = 4000;
/** How much later a check may end because of it. */
const MAX_DELAY_MS = 800;

/**
 * Runs `work` beside `check`. Its signal fires with a timeout after 4 s, and shortly after the check is over, so that an
 * authority that is slow makes nobody wait; it fires with the reason of `caller` when that gives up.
 * @throws what either throws
 */
export async function beside(
  check: Promise<unknown>,
  work: (signal: AbortSignal) => Promise<void>,
  caller: AbortSignal,
): Promise<void> {
  const controller = new AbortController();
  const giveUp = () => controller.abort(caller.reason);
  const stop = () => controller.abort(new NetFailure('timeout', 'revocation: no time is left'));
  if (caller.aborted) giveUp();
  caller.addEventListener('abort', giveUp, { once: true });
  const timers = [setTimeout(stop, LONGEST_MS)];
  check.then(() => timers.push(setTimeout(stop, MAX_DELAY_MS)), stop);
  try {
    await Promise.all([check, work(controller.signal)]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    caller.removeEventListener('abort', giveUp);
  }
}
