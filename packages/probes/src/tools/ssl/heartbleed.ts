import { recordTypes } from '../../protocols/tls-records/records.ts';
import { join, uint } from '../../protocols/tls-records/writer.ts';
import { standAfterFlight } from './after-flight.ts';
import { type Offer, outcomeOf } from './ask.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';

const REQUEST = 1;
const RESPONSE = 2;
/**
 * The largest payload that fits into a record. It has to be large: in the middle of a handshake OpenSSL keeps small
 * replies in a buffer of 4 kB.
 */
const PAYLOAD = 16_381;
const WAIT_MS = 2000;
/** A message that is out of place here: whoever ignored the heartbeat answers it with an alert at once. */
const SERVER_HELLO_DONE = Uint8Array.of(14, 0, 0, 0);

/**
 * CVE-2014-0160, without reading a byte that is not ours: a heartbeat whose payload is all there, and whose padding is
 * not. RFC 6520 section 4 has it thrown away; a vulnerable server checks no lengths and echoes it.
 * Null when the server does not come so far.
 * @throws the reason of the budget's signal
 */
export async function testHeartbleed(scan: Scan, known: Offer): Promise<boolean | null> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  try {
    return await withLine(scan, patienceMs(scan) + waitMs, async (line) => {
      const handshake = await standAfterFlight(line, scan, { ...known, withHeartbeat: true });
      if (handshake === null || !handshake.flight.serverHello?.hasHeartbeat) return null;
      const heartbeat = join(uint(REQUEST, 1), uint(PAYLOAD, 2), new Uint8Array(PAYLOAD));
      await handshake.sendRecord(recordTypes.heartbeat, heartbeat);
      await handshake.sendRecord(recordTypes.handshake, SERVER_HELLO_DONE);
      return (await handshake.readUntil(({ heartbeat: first }) => first === RESPONSE, waitMs)) === 'met';
    });
  } catch (error) {
    // A reset instead of an answer is a refusal.
    return outcomeOf(error, scan).kind === 'closed' ? false : null;
  }
}
