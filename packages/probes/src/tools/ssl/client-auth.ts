import { alerts } from '../../protocols/tls-records/alerts.ts';
import { recordTypes } from '../../protocols/tls-records/records.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { standAfterFlight } from './after-flight.ts';
import type { SslData } from './answer-parts.ts';
import { type Offer, outcomeOf } from './ask.ts';
import { asClientWithoutCertificate, type CurrentSession } from './current-client.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';
import type { FirstAnswer } from './first-hello.ts';

/** Whether the server asks for a certificate of the client's; null when that part of its flight could not be read. */
export function clientAuthOf(first: FirstAnswer | null, session: CurrentSession | null): SslData['clientAuth'] {
  const isPlain = first !== null && first.accepted.hello.version < versions['TLSv1.3'];
  const asked = [
    ...(session?.certificates ? [session.asksForCertificate] : []),
    ...(isPlain ? [first.accepted.flight.asksForCertificate] : []),
  ];
  if (asked.length === 0) return null;
  return asked.includes(true) ? 'requested' : 'none';
}

/** A server that minds answers within a round trip. */
const WAIT_MS = 1000;
/** No certificate (RFC 5246 section 7.4.6), and a message that is out of place, so that every server answers at once. */
const NO_CERTIFICATE = Uint8Array.of(11, 0, 0, 3, 0, 0, 0, 14, 0, 0, 0);

/**
 * Whether a server that asks for a certificate ends the handshake when there is none, in the version that a client of
 * today gets, else in that of the first answer. False also when that could not be told.
 * @throws the reason of the budget's signal
 */
export async function insistsOnCertificate(
  scan: Scan,
  first: FirstAnswer,
  session: CurrentSession | null,
): Promise<boolean> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  if (session !== null && session.version >= versions['TLSv1.3']) {
    return (await asClientWithoutCertificate(scan, waitMs))?.insists ?? false;
  }
  return insistsBefore13(scan, first.known, waitMs);
}

async function insistsBefore13(scan: Scan, known: Offer, waitMs: number): Promise<boolean> {
  try {
    return await withLine(scan, patienceMs(scan) + waitMs, async (line) => {
      const handshake = await standAfterFlight(line, scan, known);
      if (!handshake?.flight.asksForCertificate) return false;
      await handshake.sendRecord(recordTypes.handshake, NO_CERTIFICATE);
      await handshake.readUntil(({ alert }) => alert !== null, waitMs);
      const { alert } = handshake.flight;
      // Whoever does not mind stumbles over the message behind it.
      return alert !== null && alert !== alerts.unexpectedMessage;
    });
  } catch (error) {
    outcomeOf(error, scan);
    return false;
  }
}
