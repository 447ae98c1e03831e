import { exchangeTimeoutMs, type Scan, withConnection } from '../../../engines/tls/connection/dial.ts';
import { pauseAfterServerFlight } from '../../../engines/tls/handshake/paused-handshake.ts';
import { type Offer, resultOfError } from '../../../engines/tls/handshake/send-hello.ts';
import { NetFailure } from '../../../net/net.ts';
import { recordTypes } from '../../../protocols/tls-records/records.ts';

/** A patched server reacts within one round trip. */
const WAIT_MS = 1000;

/**
 * CVE-2014-0224: does the server accept a ChangeCipherSpec before keys are negotiated? A patched server closes the connection
 * at the first one. A vulnerable server stays silent, and closes it at the second, which it cannot decrypt. Null if it stays
 * silent at both or the handshake does not get that far.
 * @throws the reason of the budget's signal
 */
export async function testEarlyCcs(scan: Scan, known: Offer): Promise<boolean | null> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  try {
    return await withConnection(scan, exchangeTimeoutMs(scan) + 2 * waitMs, async (connection) => {
      const handshake = await pauseAfterServerFlight(connection, scan, known);
      if (handshake === null) return null;
      const endsAtCcs = async () => {
        await handshake.sendRecord(recordTypes.changeCipherSpec, Uint8Array.of(1));
        return (await handshake.readUntil(() => false, waitMs)) === 'ended';
      };
      if (await endsOrResets(endsAtCcs)) return false;
      return (await endsOrResets(endsAtCcs)) ? true : null;
    });
  } catch (error) {
    resultOfError(error, scan);
    return null;
  }
}

/** A reset counts as closing the connection. */
async function endsOrResets(endsAtCcs: () => Promise<boolean>): Promise<boolean> {
  try {
    return await endsAtCcs();
  } catch (error) {
    if (error instanceof NetFailure && error.reason === 'reset') return true;
    throw error;
  }
}
