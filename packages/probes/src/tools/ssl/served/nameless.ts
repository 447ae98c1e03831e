import { extensions } from '../../../protocols/tls-records/extensions.ts';
import { ask, type Offer, untilDone } from '../ask.ts';
import type { Met } from '../behaviour.ts';
import type { Sent } from '../certificates.ts';
import { asBriefClient } from '../current-client.ts';
import type { Peer, Scan } from '../dial.ts';
import type { Observed } from '../observed.ts';
import { askSurely } from './ask-surely.ts';

/**
 * What a client gets that sends no server name (RFC 6066 section 3), in the version that a current client gets, else in that
 * of the first answer.
 * @throws the reason of the budget's signal
 */
export async function testWithoutName(scan: Scan, { first, session }: Met, observed: Observed): Promise<void> {
  if (!sendsName(scan)) return;
  const nameless: Scan = { ...scan, without: [...scan.without, extensions.serverName] };
  if (!session?.certificates) {
    observed.nameless = await asBefore(nameless, first.known);
    return;
  }
  const found = await askSurely(scan, first.known, () => asBriefClient(nameless));
  if (found === 'refused' || found?.certificates) observed.nameless = found;
}

/** XMPP has the name in the open before TLS begins (RFC 6120 section 4.7.2). */
function sendsName({ peer: { serverName, startTls }, without }: Pick<Scan, 'peer' | 'without'>): boolean {
  const isSaidBefore: Peer['startTls'][] = ['xmpp', 'xmpp-server'];
  return serverName !== null && !without.includes(extensions.serverName) && !isSaidBefore.includes(startTls);
}

async function asBefore(scan: Scan, known: Offer): Promise<Sent | 'refused' | null> {
  const outcome = await ask(scan, { ...known, withStatus: true }, untilDone);
  if (outcome.kind === 'alert' || outcome.kind === 'closed') return 'refused';
  if (outcome.kind !== 'accepted' || outcome.flight.certificates === null) return null;
  return { ...outcome.flight, timestamps: outcome.hello.timestamps };
}
