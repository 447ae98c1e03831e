import type { Scan } from '../../../engines/tls/connection/dial.ts';
import type { CurrentSession, SessionOrRefusal } from '../../../engines/tls/handshake/current-client.ts';
import { type Offer, sendOffer } from '../../../engines/tls/handshake/send-hello.ts';

/**
 * Makes a handshake, and repeats it after a refusal without an alert. The refusal counts only if the server still accepts what
 * it accepted before (`known`). Otherwise a rate limit is the likely cause, and the result is null.
 * @throws the reason of the budget's signal
 */
export async function confirmRefusal(
  scan: Scan,
  known: Offer,
  askOnce: () => Promise<SessionOrRefusal>,
): Promise<CurrentSession | 'refused' | null> {
  const first = await askOnce();
  const isUnexplained = 'refusedWith' in first && first.refusedWith === null;
  const found = isUnexplained ? await askOnce() : first;
  if (!('refusedWith' in found)) return found;
  if (found.refusedWith !== null) return 'refused';
  return (await sendOffer(scan, known)).kind === 'accepted' ? 'refused' : null;
}
