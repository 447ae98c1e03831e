import { startDeadline } from '../../../async/deadline.ts';
import { NetFailure } from '../../../net/net.ts';

/** Milliseconds for all sources; most responders take a tenth of that. */
const LONGEST_MS = 4000;
/** By how many milliseconds it may prolong a check. */
const MAX_DELAY_MS = 800;

/**
 * Runs `work` alongside `check`. Its signal fires with a timeout after 4 s, and shortly after the check has ended, so that a
 * slow authority hardly delays it. It fires with the reason of `caller` when that fires.
 * @throws what either of them throws
 */
export async function runAlongside(
  check: Promise<unknown>,
  work: (signal: AbortSignal) => Promise<void>,
  caller: AbortSignal,
): Promise<void> {
  const deadline = startDeadline({ timeoutMs: LONGEST_MS, what: 'revocation' }, [caller]);
  const failed = () => deadline.abort(new NetFailure('timeout', 'revocation: the check has failed'));
  check.then(() => deadline.shortenTo(MAX_DELAY_MS), failed);
  try {
    await Promise.all([check, work(deadline.signal)]);
  } finally {
    deadline.end();
  }
}
