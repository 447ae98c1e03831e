import { encodeClientHello } from '../../protocols/tls-records/client-hello.ts';
import { createFlightReader } from '../../protocols/tls-records/flight.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { join } from '../../protocols/tls-records/writer.ts';
import { outcomeOf } from './ask.ts';
import { createClientKey } from './client-key.ts';
import type { CurrentSession } from './current-client.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';
import { binderLength, binderOf } from './key-schedule.ts';
import type { Ticket } from './tickets.ts';

/**
 * Offers a ticket of TLS 1.3 on a new connection: true when the server takes it up, false when it makes a whole handshake
 * instead. Null when it does neither.
 * @throws the reason of the budget's signal
 */
export async function isTicketTaken(scan: Scan, session: CurrentSession, ticket: Ticket): Promise<boolean | null> {
  const hello = helloWith(scan, session, ticket);
  if (hello === null) return null;
  try {
    return await withLine(scan, patienceMs(scan), async (line) => {
      await line.send(hello);
      const { push, flight } = createFlightReader();
      while (!flight.isDone && flight.alert === null) {
        const bytes = await line.receive();
        if (bytes === null) break;
        push(bytes);
      }
      const { serverHello } = flight;
      return serverHello === null || serverHello.isRetryRequest ? null : serverHello.isResumed;
    });
  } catch (error) {
    outcomeOf(error, scan);
    return null;
  }
}

/** Length of the list of binders and of the one in it. */
const BINDER_HEADERS = 3;
const RECORD_HEADER = 5;
/** A moment ago, so that a clock that counts seconds does not find it in the future. */
const AGE_MS = 100;

/** The hello with the ticket in it, and the proof at its end (RFC 8446 section 4.2.11.2). */
function helloWith({ peer, without }: Scan, { suite, group }: CurrentSession, { ticket, ageAdd, secret }: Ticket) {
  const key = createClientKey(group ?? 0);
  if (key === null) return null;
  const length = binderLength(suite);
  const hello = encodeClientHello({
    version: versions['TLSv1.3'],
    suites: [suite],
    random: crypto.getRandomValues(new Uint8Array(32)),
    serverName: peer.serverName,
    without,
    groups: [key.share.group],
    keyShares: [key.share],
    session: { ticket, obfuscatedAge: (ageAdd + AGE_MS) % 2 ** 32, binderLength: length },
  });
  const truncated = hello.subarray(RECORD_HEADER, hello.length - length - BINDER_HEADERS);
  return join(hello.subarray(0, hello.length - length), binderOf(suite, secret, truncated));
}
