import type { Scan } from '../../../engines/tls/connection/dial.ts';
import type { CurrentSession } from '../../../engines/tls/handshake/current-client.ts';
import type { ServerHandshakes } from '../../../engines/tls/handshake/first-handshakes.ts';
import type { FirstHandshake } from '../../../engines/tls/handshake/first-hello.ts';
import type { Offer } from '../../../engines/tls/handshake/send-hello.ts';
import type { Tls12Handshake } from '../../../engines/tls/handshake/tls12/tls12-handshake.ts';
import {
  allowsRenegotiation,
  isTls12SessionResumed,
  openTls12Session,
} from '../../../engines/tls/handshake/tls12/tls12-session.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { suites } from '../../../protocols/tls-records/registries/suites.ts';
import { type VersionName, versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import type { Prober } from '../prober/prober.ts';
import { isTicketAccepted } from './resumption.ts';

/** The versions between which a client may fall back, newest first. */
const fallbackOrder = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1'] as const satisfies readonly VersionName[];

/** The offer of a client that falls back from the newest accepted version to the next; null without a second version. */
export function fallbackOffer({ versions: facts }: Observed): Offer | null {
  const [, second] = fallbackOrder.filter((name) => facts[name].isAccepted === true);
  if (second === undefined) return null;
  const accepted = suites.filter(({ name }) => facts[second].suites.includes(name)).map(({ code }) => code);
  return { version: versions[second], suites: accepted };
}

/**
 * Whether the server detects a version downgrade (TLS_FALLBACK_SCSV, RFC 7507) in an otherwise acceptable offer below its
 * newest version. Stays null if the server refuses with another alert.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testFallbackScsv(prober: Prober, offer: Offer, { behaviour }: Observed): Promise<void> {
  const reply = await prober.ask({ ...offer, isFallback: true }, { purpose: 'fallback' });
  if (reply.kind === 'accepted') behaviour.fallbackScsv = false;
  else if (reply.alert === alerts.inappropriateFallback) behaviour.fallbackScsv = true;
}

/**
 * Tickets, resumption and early data, if a current client negotiates TLS 1.3.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testCurrentSession(
  scan: Scan,
  session: CurrentSession | null,
  { behaviour, handshakes }: Observed,
): Promise<void> {
  if (session?.version !== versions['TLSv1.3']) return;
  const ticket = await session.ticket;
  if (ticket === null) return;
  behaviour.sessionTickets = ticket !== 'none';
  behaviour.resumption = false;
  if (ticket === 'none') return;
  behaviour.ticketLifetimeSeconds = ticket.lifetimeSeconds;
  behaviour.maxEarlyDataBytes = ticket.maxEarlyDataBytes;
  behaviour.resumption = await isTicketAccepted(scan, session, ticket, handshakes);
}

/**
 * Tickets up to TLS 1.2, where a current client does not negotiate TLS 1.3. Null where it does, or the server completes no
 * handshake with us.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function openOlderSession(
  scan: Scan,
  { first, session }: ServerHandshakes,
  { behaviour }: Observed,
): Promise<Tls12Handshake | null> {
  const version = olderVersionOf(first);
  if (version === null || session?.version === versions['TLSv1.3']) return null;
  const handshake = await openTls12Session(scan, version);
  if (handshake === null) return null;
  const { ticket } = handshake;
  behaviour.sessionTickets = ticket !== null;
  // A lifetime of 0 means that it is not specified (RFC 5077 section 3.3).
  behaviour.ticketLifetimeSeconds = ticket?.lifetimeSeconds || null;
  return handshake;
}

/**
 * Whether the server resumes that session.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testOlderResumption(
  scan: Scan,
  handshake: Tls12Handshake,
  { behaviour }: Observed,
): Promise<void> {
  behaviour.resumption = await isTls12SessionResumed(scan, handshake);
}

/**
 * Whether the server accepts a renegotiation initiated by the client, in its newest version up to TLS 1.2.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testRenegotiation(scan: Scan, first: FirstHandshake, { behaviour }: Observed): Promise<void> {
  const version = olderVersionOf(first);
  if (version !== null) behaviour.clientRenegotiation = await allowsRenegotiation(scan, version);
}

/** The first handshake uses the newest version up to TLS 1.2, if the server has one. */
function olderVersionOf({ accepted: { hello } }: FirstHandshake): number | null {
  return hello.version < versions['TLSv1.3'] && hello.version >= versions.TLSv1 ? hello.version : null;
}
