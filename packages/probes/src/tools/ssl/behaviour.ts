import { alerts } from '../../protocols/tls-records/alerts.ts';
import { suites } from '../../protocols/tls-records/suites.ts';
import { type VersionName, versions } from '../../protocols/tls-records/versions.ts';
import type { CurrentSession } from './current-client.ts';
import type { Scan } from './dial.ts';
import type { FirstAnswer } from './first-hello.ts';
import type { Observed } from './observed.ts';
import { isOlderSessionResumed, isRenegotiating, openOlderSession } from './older-session.ts';
import type { Prober } from './prober.ts';
import { isTicketTaken } from './resumption.ts';

/** The versions that may fall back to one another, the newest first. */
const fallbackOrder = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1'] as const satisfies readonly VersionName[];

/**
 * Whether the server refuses a client that says it fell back to an older version than the server knows (RFC 7507); null
 * where there is no older version to fall back to, and when it refuses for another reason. Asked when suites are known.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testFallbackScsv(prober: Prober, { versions: facts, behaviour }: Observed): Promise<void> {
  const [, second] = fallbackOrder.filter((name) => facts[name].isAccepted === true);
  if (second === undefined) return;
  const accepted = suites.filter(({ name }) => facts[second].suites.includes(name)).map(({ code }) => code);
  const reply = await prober.ask({ version: versions[second], suites: accepted, isFallback: true });
  if (reply.kind === 'accepted') behaviour.fallbackScsv = false;
  else if (reply.alert === alerts.inappropriateFallback) behaviour.fallbackScsv = true;
}

/** What the first handshakes have shown. */
export interface Met {
  readonly first: FirstAnswer;
  readonly session: CurrentSession | null;
}

/**
 * Tickets, resumption and early data of TLS 1.3, where a current client gets that.
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
  behaviour.resumption = await isTicketTaken(scan, session, ticket, handshakes);
}

/**
 * Tickets and resumption up to TLS 1.2, where a current client gets no newer version.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testOlderSessions(scan: Scan, { first, session }: Met, { behaviour }: Observed): Promise<void> {
  const version = olderVersionOf(first);
  if (version === null || session?.version === versions['TLSv1.3']) return;
  const handshake = await openOlderSession(scan, version);
  if (handshake === null) return;
  const { ticket } = handshake;
  behaviour.sessionTickets = ticket !== null;
  // A lifetime of 0 leaves it open (RFC 5077 section 3.3).
  behaviour.ticketLifetimeSeconds = ticket?.lifetimeSeconds || null;
  behaviour.resumption = await isOlderSessionResumed(scan, handshake);
}

/**
 * Whether a client may have another handshake, in the newest version up to TLS 1.2.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testRenegotiation(scan: Scan, first: FirstAnswer, { behaviour }: Observed): Promise<void> {
  const version = olderVersionOf(first);
  if (version !== null) behaviour.clientRenegotiation = await isRenegotiating(scan, version);
}

/** The version of the first answer is the newest up to TLS 1.2, if the server has one. */
function olderVersionOf({ accepted: { hello } }: FirstAnswer): number | null {
  return hello.version < versions['TLSv1.3'] && hello.version >= versions.TLSv1 ? hello.version : null;
}
