import { exchangeTimeoutMs, type Scan, withConnection } from '../../../engines/tls/connection/dial.ts';
import { pauseAfterServerFlight } from '../../../engines/tls/handshake/paused-handshake.ts';
import { type Offer, resultOfError } from '../../../engines/tls/handshake/send-hello.ts';
import { join } from '../../../protocols/octets.ts';
import { recordTypes } from '../../../protocols/tls-records/records.ts';
import { uint } from '../../../protocols/tls-records/writer.ts';

const REQUEST = 1;
const RESPONSE = 2;
/** The largest payload that fits into a record: during a handshake, OpenSSL buffers smaller replies, up to 4 kB. */
const PAYLOAD = 16_381;
const WAIT_MS = 2000;
/** A message out of sequence: a server that ignored the heartbeat answers it with an alert at once. */
const SERVER_HELLO_DONE = Uint8Array.of(14, 0, 0, 0);

/**
 * CVE-2014-0160, without reading the server's memory: sends a heartbeat request with its whole payload but without padding.
 * RFC 6520 section 4 requires discarding it; a vulnerable server does not check lengths and echoes it. Null if the handshake
 * does not get that far.
 * @throws the reason of the budget's signal
 */
export async function testHeartbleed(scan: Scan, known: Offer): Promise<boolean | null> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  try {
    return await withConnection(scan, exchangeTimeoutMs(scan) + waitMs, async (connection) => {
      const handshake = await pauseAfterServerFlight(connection, scan, { ...known, withHeartbeat: true });
      if (handshake === null || !handshake.flight.serverHello?.hasHeartbeat) return null;
      const heartbeat = join(uint(REQUEST, 1), uint(PAYLOAD, 2), new Uint8Array(PAYLOAD));
      await handshake.sendRecord(recordTypes.heartbeat, heartbeat);
      await handshake.sendRecord(recordTypes.handshake, SERVER_HELLO_DONE);
      // A reply of this size takes two records, and the second one, which may arrive together with it, is only padding.
      return (await handshake.readUntil(({ heartbeats }) => heartbeats.includes(RESPONSE), waitMs)) === 'met';
    });
  } catch (error) {
    // A reset instead of a reply counts as a refusal.
    return resultOfError(error, scan).kind === 'closed' ? false : null;
  }
}
