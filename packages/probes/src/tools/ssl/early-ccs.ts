import { NetFailure } from '../../net/net.ts';
import { recordTypes } from '../../protocols/tls-records/records.ts';
import { standAfterFlight } from './after-flight.ts';
import { type Offer, outcomeOf } from './ask.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';

/** A patched server answers within one round trip. */
const WAIT_MS = 1000;

/**
 * CVE-2014-0224: does the server take a ChangeCipherSpec before any key was agreed? A patched one ends the connection at
 * the first. A vulnerable one keeps silent, and ends it at the second, which it takes for a broken encrypted record.
 * Null when it keeps silent at both, or does not come so far.
 * @throws the reason of the budget's signal
 */
export async function testEarlyCcs(scan: Scan, known: Offer): Promise<boolean | null> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  try {
    return await withLine(scan, patienceMs(scan) + 2 * waitMs, async (line) => {
      const handshake = await standAfterFlight(line, scan, known);
      if (handshake === null) return null;
      const endsAtCcs = async () => {
        await handshake.sendRecord(recordTypes.changeCipherSpec, Uint8Array.of(1));
        return (await handshake.readUntil(() => false, waitMs)) === 'ended';
      };
      if (await endsOrResets(endsAtCcs)) return false;
      return (await endsOrResets(endsAtCcs)) ? true : null;
    });
  } catch (error) {
    outcomeOf(error, scan);
    return null;
  }
}

/** A reset is an end like any other. */
async function endsOrResets(endsAtCcs: () => Promise<boolean>): Promise<boolean> {
  try {
    return await endsAtCcs();
  } catch (error) {
    if (error instanceof NetFailure && error.reason === 'reset') return true;
    throw error;
  }
}
