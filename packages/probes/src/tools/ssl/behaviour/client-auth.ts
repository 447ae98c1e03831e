import { exchangeTimeoutMs, type Scan, withConnection } from '../../../engines/tls/connection/dial.ts';
import {
  type CurrentSession,
  handshakeWithoutClientCertificate,
} from '../../../engines/tls/handshake/current-client.ts';
import type { FirstHandshake } from '../../../engines/tls/handshake/first-hello.ts';
import { pauseAfterServerFlight } from '../../../engines/tls/handshake/paused-handshake.ts';
import { type Offer, resultOfError } from '../../../engines/tls/handshake/send-hello.ts';
import { recordTypes } from '../../../protocols/tls-records/records.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { SslData } from '../answer/answer-parts.ts';

/** Whether the server requests a client certificate; null if that part of its flight could not be read. */
export function clientAuthOf(first: FirstHandshake | null, session: CurrentSession | null): SslData['clientAuth'] {
  const isPlain = first !== null && first.accepted.hello.version < versions['TLSv1.3'];
  const asked = [
    ...(session?.certificates ? [session.asksForCertificate] : []),
    ...(isPlain ? [first.accepted.flight.asksForCertificate] : []),
  ];
  if (asked.length === 0) return null;
  return asked.includes(true) ? 'requested' : 'none';
}

/** A server that requires a certificate reacts within one round trip. */
const WAIT_MS = 1000;
/** An empty Certificate (RFC 5246 section 7.4.6), and a message out of sequence to which every server reacts at once. */
const NO_CERTIFICATE = Uint8Array.of(11, 0, 0, 3, 0, 0, 0, 14, 0, 0, 0);

/**
 * Whether a server that requests a client certificate aborts the handshake without one: in the version that a current client
 * negotiates, otherwise in that of the first handshake. Also false if that could not be determined.
 * @throws the reason of the budget's signal
 */
export async function requiresClientCertificate(
  scan: Scan,
  first: FirstHandshake,
  session: CurrentSession | null,
): Promise<boolean> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  if (session !== null && session.version >= versions['TLSv1.3']) {
    return (await handshakeWithoutClientCertificate(scan, waitMs))?.requiresCertificate ?? false;
  }
  return requiresCertificateBefore13(scan, first.known, waitMs);
}

async function requiresCertificateBefore13(scan: Scan, known: Offer, waitMs: number): Promise<boolean> {
  try {
    return await withConnection(scan, exchangeTimeoutMs(scan) + waitMs, async (connection) => {
      const handshake = await pauseAfterServerFlight(connection, scan, known);
      if (!handshake?.flight.asksForCertificate) return false;
      await handshake.sendRecord(recordTypes.handshake, NO_CERTIFICATE);
      await handshake.readUntil(({ alert }) => alert !== null, waitMs);
      const { alert } = handshake.flight;
      // A server that accepts the empty Certificate rejects the message after it.
      return alert !== null && alert !== alerts.unexpectedMessage;
    });
  } catch (error) {
    resultOfError(error, scan);
    return false;
  }
}
