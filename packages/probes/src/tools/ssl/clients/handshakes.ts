import { alertName } from '../../../protocols/tls-records/alerts.ts';
import type { OfferedSession } from '../../../protocols/tls-records/extensions.ts';
import { encodeShapedHello, MAX_NOISE } from '../../../protocols/tls-records/shaped-hello.ts';
import { versionName, versions } from '../../../protocols/tls-records/versions.ts';
import { ask, askWith, type Offer, type Outcome } from '../ask.ts';
import { keysFor, sharesOf } from '../current-hello.ts';
import type { Scan } from '../dial.ts';
import { chromium, firefox, type ShapedClient, safari } from './hello-shapes.ts';

/** What came of a client's own hello. */
export type ClientHandshake =
  | { readonly kind: 'agreed'; readonly version: number; readonly suite: number }
  /** `answer` is what the server did, as the rest of a sentence. */
  | { readonly kind: 'refused'; readonly answer: string };

/** By the client's name. */
export type ClientHandshakes = Map<string, ClientHandshake>;

/**
 * Sends the hellos of the commonest clients that nobody has sent yet, and writes into `handshakes` what came of them. A
 * refusal counts when it is repeated by a server that still takes `known`, which it took before: others limit us.
 * @throws the reason of the budget's signal
 */
export async function checkClients(scan: Scan, known: Offer, handshakes: ClientHandshakes): Promise<void> {
  // What is left out for the server's sake is not what these clients send.
  if (scan.without.length > 0) return;
  const missing = [chromium, firefox, safari].filter(({ name }) => !handshakes.has(name));
  await Promise.all(
    missing.map(async (client) => {
      const handshake = await checkClient(scan, client, known);
      if (handshake !== null) handshakes.set(client.name, handshake);
    }),
  );
}

async function checkClient(scan: Scan, client: ShapedClient, known: Offer): Promise<ClientHandshake | null> {
  const once = async () => handshakeOf(await askWith(scan, helloOf(scan, client)), client);
  const first = await once();
  if (first?.kind !== 'refused') return first;
  const second = await once();
  if (second?.kind !== 'refused') return second;
  return (await ask(scan, known)).kind === 'accepted' ? second : null;
}

/** The client's hello; with a ticket it is that of somebody who comes back. */
export function helloOf({ peer, without }: Scan, client: ShapedClient, ticket?: OfferedSession): Uint8Array {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return encodeShapedHello(client, {
    random,
    sessionId: random.toReversed(),
    noise: crypto.getRandomValues(new Uint8Array(MAX_NOISE)),
    serverName: peer.serverName,
    without,
    keyShares: sharesOf(client, keysFor(client.keyShares)),
    ...(ticket === undefined ? {} : { session: ticket }),
  });
}

/** Null when nothing was learnt: nobody answered, or it was no TLS. */
export function handshakeOf(outcome: Outcome, { suites }: ShapedClient): ClientHandshake | null {
  if (outcome.kind === 'alert') return { kind: 'refused', answer: `answers with ${alertName(outcome.description)}` };
  if (outcome.kind === 'closed') return { kind: 'refused', answer: 'hangs up' };
  if (outcome.kind !== 'accepted') return null;
  const { version, suite } = outcome.hello;
  if (version < versions['TLSv1.2']) return { kind: 'refused', answer: `offers ${versionName(version)} alone` };
  if (!suites.includes(suite)) return { kind: 'refused', answer: 'picks a suite that was not offered' };
  return { kind: 'agreed', version, suite };
}
