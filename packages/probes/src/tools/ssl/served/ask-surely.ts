import { ask, type Offer } from '../ask.ts';
import type { BriefSession, CurrentSession } from '../current-client.ts';
import type { Scan } from '../dial.ts';

/**
 * Believes a refusal without an alert only when it is repeated, by a server that still takes what it took before (`known`);
 * null when it does not: then it limits us, and nothing is known.
 * @throws the reason of the budget's signal
 */
export async function askSurely(
  scan: Scan,
  known: Offer,
  askOnce: () => Promise<BriefSession>,
): Promise<CurrentSession | 'refused' | null> {
  const first = await askOnce();
  const isUnexplained = 'refusedWith' in first && first.refusedWith === null;
  const found = isUnexplained ? await askOnce() : first;
  if (!('refusedWith' in found)) return found;
  if (found.refusedWith !== null) return 'refused';
  return (await ask(scan, known)).kind === 'accepted' ? 'refused' : null;
}
