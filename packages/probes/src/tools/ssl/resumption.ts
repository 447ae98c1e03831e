import { encodeClientHello } from '../../protocols/tls-records/client-hello.ts';
import type { OfferedSession } from '../../protocols/tls-records/extensions.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { join } from '../../protocols/tls-records/writer.ts';
import { askWith, type Outcome } from './ask.ts';
import { createClientKey } from './client-key.ts';
import { type ClientHandshakes, handshakeOf, helloOf } from './clients/handshakes.ts';
import { firefox } from './clients/hello-shapes.ts';
import type { CurrentSession } from './current-client.ts';
import type { Scan } from './dial.ts';
import { binderLength, binderOf } from './key-schedule.ts';
import type { Ticket } from './tickets.ts';

/**
 * Offers a ticket of TLS 1.3 on a new connection: true when the server takes it up, false when it makes a whole handshake
 * instead. Null when it does neither. It is offered in Firefox's hello, so that the same connection shows what that gets;
 * in a hello made for the ticket, where that tells nothing.
 * @throws the reason of the budget's signal
 */
export async function isTicketTaken(
  scan: Scan,
  session: CurrentSession,
  ticket: Ticket,
  handshakes: ClientHandshakes,
): Promise<boolean | null> {
  if (scan.without.length === 0) {
    const outcome = await askWith(
      scan,
      proven(helloOf(scan, firefox, offeredTicket(session, ticket)), session, ticket),
    );
    const handshake = handshakeOf(outcome, firefox);
    if (handshake?.kind === 'agreed') handshakes.set(firefox.name, handshake);
    const isTaken = verdictOf(outcome);
    if (isTaken !== null) return isTaken;
  }
  const hello = ownHello(scan, session, ticket);
  return hello === null ? null : verdictOf(await askWith(scan, hello));
}

/** A retry request leaves it open. */
function verdictOf(outcome: Outcome): boolean | null {
  return outcome.kind !== 'accepted' || outcome.hello.isRetryRequest ? null : outcome.hello.isResumed;
}

/** Length of the list of binders and of the one in it. */
const BINDER_HEADERS = 3;
const RECORD_HEADER = 5;
/** A moment ago, so that a clock that counts seconds does not find it in the future. */
const AGE_MS = 100;

function offeredTicket({ suite }: CurrentSession, { ticket, ageAdd }: Ticket): OfferedSession {
  return { ticket, obfuscatedAge: (ageAdd + AGE_MS) % 2 ** 32, binderLength: binderLength(suite) };
}

/** With the proof at its end (RFC 8446 section 4.2.11.2). */
function proven(hello: Uint8Array, { suite }: CurrentSession, { secret }: Ticket): Uint8Array {
  const length = binderLength(suite);
  const truncated = hello.subarray(RECORD_HEADER, hello.length - length - BINDER_HEADERS);
  return join(hello.subarray(0, hello.length - length), binderOf(suite, secret, truncated));
}

/** With the suite and the group of the session, and nothing else. */
function ownHello({ peer, without }: Scan, session: CurrentSession, ticket: Ticket): Uint8Array | null {
  const key = createClientKey(session.group ?? 0);
  if (key === null) return null;
  const hello = encodeClientHello({
    version: versions['TLSv1.3'],
    suites: [session.suite],
    random: crypto.getRandomValues(new Uint8Array(32)),
    serverName: peer.serverName,
    without,
    groups: [key.share.group],
    keyShares: [key.share],
    session: offeredTicket(session, ticket),
  });
  return proven(hello, session, ticket);
}
