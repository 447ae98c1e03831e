import type { ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import type { Peer, Scan } from '../../../engines/tls/connection/dial.ts';
import { handshakeUpToFinished } from '../../../engines/tls/handshake/current-client.ts';
import type { ServerHandshakes } from '../../../engines/tls/handshake/first-handshakes.ts';
import { type Offer, sendOffer, untilDone } from '../../../engines/tls/handshake/send-hello.ts';
import { extensions } from '../../../protocols/tls-records/hello/extensions.ts';
import type { Observed } from '../observed.ts';
import { confirmRefusal } from './confirm-refusal.ts';

/**
 * Determines what a client receives that sends no server_name (RFC 6066 section 3), in the version that a current client
 * negotiates, otherwise in that of the first handshake.
 * @throws the reason of the budget's signal
 */
export async function testWithoutName(
  scan: Scan,
  { first, session }: ServerHandshakes,
  observed: Observed,
): Promise<void> {
  if (!sendsName(scan)) return;
  const nameless: Scan = { ...scan, without: [...scan.without, extensions.serverName] };
  if (!session?.certificates) {
    observed.nameless = await asBefore(nameless, first.known);
    return;
  }
  const found = await confirmRefusal(scan, first.known, () => handshakeUpToFinished(nameless));
  if (found === 'refused' || found?.certificates) observed.nameless = found;
}

/** XMPP clients send the name before TLS starts (RFC 6120 section 4.7.2). */
function sendsName({ peer: { serverName, startTls }, without }: Pick<Scan, 'peer' | 'without'>): boolean {
  const sendNameBefore: Peer['startTls'][] = ['xmpp', 'xmpp-server'];
  return serverName !== null && !without.includes(extensions.serverName) && !sendNameBefore.includes(startTls);
}

async function asBefore(scan: Scan, known: Offer): Promise<ServedChain | 'refused' | null> {
  const result = await sendOffer(scan, { ...known, withStatus: true }, untilDone);
  if (result.kind === 'alert' || result.kind === 'closed') return 'refused';
  if (result.kind !== 'accepted' || result.flight.certificates === null) return null;
  return { ...result.flight, timestamps: result.hello.timestamps };
}
