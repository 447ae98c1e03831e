import type { Scan } from '../../../engines/tls/connection/dial.ts';
import { createClientKey } from '../../../engines/tls/handshake/client-key.ts';
import type { CurrentSession } from '../../../engines/tls/handshake/current-client.ts';
import { firefox } from '../../../engines/tls/handshake/hello-shapes.ts';
import { type OfferResult, sendHello } from '../../../engines/tls/handshake/send-hello.ts';
import { binderLength, binderOf } from '../../../engines/tls/handshake/tls13/key-schedule.ts';
import type { Ticket } from '../../../engines/tls/handshake/tls13/tickets.ts';
import { join } from '../../../protocols/octets.ts';
import { encodeClientHello } from '../../../protocols/tls-records/hello/client-hello.ts';
import type { OfferedSession } from '../../../protocols/tls-records/hello/extensions.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import { type ClientHandshakes, handshakeOf, helloOf } from '../clients/handshakes.ts';

/**
 * Offers a TLS 1.3 ticket on a new connection: true if the server resumes the session, false if it makes a full handshake
 * instead, null if it does neither. The ticket is sent in Firefox's hello, so that the same connection shows what Firefox
 * negotiates; if that is inconclusive, in a hello of our own. Only that one is sent to a server that has not completed
 * Chromium's handshake: Firefox's hello, which is long as well, might stay without an answer.
 * @throws the reason of the budget's signal
 */
export async function isTicketAccepted(
  scan: Scan,
  session: CurrentSession,
  ticket: Ticket,
  handshakes: ClientHandshakes,
): Promise<boolean | null> {
  if (scan.without.length === 0 && session.client !== null) {
    const result = await sendHello(
      scan,
      withBinder(helloOf(scan, firefox, offeredTicket(session, ticket)), session, ticket),
    );
    const handshake = handshakeOf(result, firefox);
    if (handshake?.kind === 'agreed') handshakes.set(firefox.name, handshake);
    const isTaken = isResumedBy(result);
    if (isTaken !== null) return isTaken;
  }
  const hello = ownHello(scan, session, ticket);
  return hello === null ? null : isResumedBy(await sendHello(scan, hello));
}

/** A HelloRetryRequest reveals nothing about the ticket. */
function isResumedBy(result: OfferResult): boolean | null {
  return result.kind !== 'accepted' || result.hello.isRetryRequest ? null : result.hello.isResumed;
}

/** Octets of the length fields of the binder list and of the only binder in it. */
const BINDER_HEADERS = 3;
const RECORD_HEADER = 5;
/** Ticket age in milliseconds: a server whose clock counts seconds must not see it in the future. */
const AGE_MS = 100;

function offeredTicket({ suite }: CurrentSession, { ticket, ageAdd }: Ticket): OfferedSession {
  return { ticket, obfuscatedAge: (ageAdd + AGE_MS) % 2 ** 32, binderLength: binderLength(suite) };
}

/** Replaces the placeholder at the end of a hello with the binder (RFC 8446 section 4.2.11.2). */
function withBinder(hello: Uint8Array, { suite }: CurrentSession, { psk }: Ticket): Uint8Array {
  const length = binderLength(suite);
  const truncated = hello.subarray(RECORD_HEADER, hello.length - length - BINDER_HEADERS);
  return join(hello.subarray(0, hello.length - length), binderOf(suite, psk, truncated));
}

/** A hello with only the suite and the group of the session. */
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
  return withBinder(hello, session, ticket);
}
