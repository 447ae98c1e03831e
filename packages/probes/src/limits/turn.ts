import { ToolError } from '@sonde/contract';
import { sleep } from '../async/sleep.ts';
import { clientsOf } from '../work/work.ts';
import type { FairAllowance } from './fair-allowance.ts';

/** How long to wait for a turn. */
interface TurnWait {
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
}

/** A wait that is far too short would ask for a turn again and again. */
const SHORTEST_WAIT_MS = 20;

/**
 * Waits until the service may be asked once more, over all visitors and all instances.
 * @throws ToolError `busy` if that would take longer than `maxWaitMs`; the signal's reason
 */
export async function waitForTurn(
  turns: FairAllowance,
  service: string,
  { maxWaitMs, signal }: TurnWait,
): Promise<void> {
  const giveUpAtMs = performance.now() + maxWaitMs;
  for (;;) {
    const { isAllowed, retryInMs } = await turns.take(service, 1, clientsOf(signal));
    signal.throwIfAborted();
    if (isAllowed) return;
    const waitMs = Math.max(retryInMs, SHORTEST_WAIT_MS);
    if (performance.now() + waitMs > giveUpAtMs) {
      const details = { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
      throw new ToolError('busy', 'This service is asked too often right now. Please try again.', details);
    }
    await sleep(waitMs, signal);
  }
}
