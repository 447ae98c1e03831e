import { resultWithin } from '../../../async/deadline.ts';
import { exchangeTimeoutMs, type Scan } from '../../../engines/tls/connection/dial.ts';
import { keysFor, sharesOf } from '../../../engines/tls/handshake/current-hello.ts';
import { chromium, firefox, type ShapedClient, safari } from '../../../engines/tls/handshake/hello-shapes.ts';
import { type Offer, type OfferResult, sendHello, sendOffer } from '../../../engines/tls/handshake/send-hello.ts';
import type { OfferedSession } from '../../../protocols/tls-records/hello/extensions.ts';
import { encodeShapedHello, MAX_NOISE } from '../../../protocols/tls-records/hello/shaped-hello.ts';
import { alertName } from '../../../protocols/tls-records/registries/alerts.ts';
import { versionName, versions } from '../../../protocols/tls-records/registries/versions.ts';

/** The result of sending a client's own hello. */
export type ClientHandshake =
  | { readonly kind: 'agreed'; readonly version: number; readonly suite: number }
  /** `answer`: the server's reaction, as the end of a sentence. */
  | { readonly kind: 'refused'; readonly answer: string };

/** The reaction of a server that does not answer, as the end of a sentence. */
export const SILENCE = 'stays silent';

/** Keyed by the client's name. */
export type ClientHandshakes = Map<string, ClientHandshake>;

export interface ClientCheckOptions {
  /**
   * The server has not completed Chromium's handshake. The test of long hellos repeats that one; the others may stay without
   * an answer, too, and are then repeated before their time-out.
   */
  readonly withoutChromium?: boolean;
}

/** The part of its time-out after which a hello that will probably stay without an answer is repeated. */
const EARLY = 1 / 4;

/**
 * Sends the hellos of the most common clients that have not been sent yet, and adds the results to `handshakes`. A refusal
 * counts if it is repeated by a server that still accepts `known`; otherwise a rate limit is the likely cause.
 * @throws the reason of the budget's signal
 */
export async function checkClients(
  scan: Scan,
  known: Offer,
  handshakes: ClientHandshakes,
  { withoutChromium = false }: ClientCheckOptions = {},
): Promise<void> {
  // These clients would send the extensions that have to be left out here.
  if (scan.without.length > 0) return;
  const clients = withoutChromium ? [firefox, safari] : [chromium, firefox, safari];
  const missing = clients.filter(({ name }) => !handshakes.has(name));
  const repeatAfterMs = withoutChromium ? exchangeTimeoutMs(scan) * EARLY : null;
  await Promise.all(
    missing.map(async (client) => {
      const handshake = await checkClient(scan, client, known, repeatAfterMs);
      if (handshake !== null) handshakes.set(client.name, handshake);
    }),
  );
}

async function checkClient(
  scan: Scan,
  client: ShapedClient,
  known: Offer,
  repeatAfterMs: number | null,
): Promise<ClientHandshake | null> {
  const send = () => sendHello(scan, helloOf(scan, client));
  const first = send();
  const soon = repeatAfterMs === null ? await first : await resultWithin(first, repeatAfterMs);
  if (soon !== undefined) return outcomeOf(scan, client, known, [soon, send]);
  const [late, second] = await Promise.all([first, send()]);
  return outcomeOf(scan, client, known, [late, async () => second]);
}

/** Of two attempts with the client's hello; the second one counts only if the server refused the first. */
export async function outcomeOf(
  scan: Scan,
  client: ShapedClient,
  known: Offer,
  [first, second]: readonly [OfferResult, () => Promise<OfferResult>],
): Promise<ClientHandshake | null> {
  // Two silences beside an accepted offer are a refusal: something drops long hellos.
  const read = (result: OfferResult): ClientHandshake | null =>
    result.kind === 'silent' ? { kind: 'refused', answer: SILENCE } : handshakeOf(result, client);
  const outcome = read(first);
  if (outcome?.kind !== 'refused') return outcome;
  const repeated = read(await second());
  if (repeated?.kind !== 'refused') return repeated;
  return (await sendOffer(scan, known)).kind === 'accepted' ? repeated : null;
}

/** The client's hello; with a ticket, that of a returning client. */
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

/** Null if the result is inconclusive: no reply, or one that is not TLS. */
export function handshakeOf(result: OfferResult, { suites }: ShapedClient): ClientHandshake | null {
  if (result.kind === 'alert') return { kind: 'refused', answer: `answers with ${alertName(result.description)}` };
  if (result.kind === 'closed') return { kind: 'refused', answer: 'closes the connection' };
  if (result.kind !== 'accepted') return null;
  const { version, suite } = result.hello;
  if (version < versions['TLSv1.2']) return { kind: 'refused', answer: `accepts ${versionName(version)} only` };
  if (!suites.includes(suite)) return { kind: 'refused', answer: 'selects a cipher suite that was not offered' };
  return { kind: 'agreed', version, suite };
}
