import { X509Certificate } from 'node:crypto';
import { exchangeTimeoutMs, type Scan, withConnection } from '../../../engines/tls/connection/dial.ts';
import { type PausedHandshake, pauseAfterServerFlight } from '../../../engines/tls/handshake/paused-handshake.ts';
import { type Offer, resultOfError } from '../../../engines/tls/handshake/send-hello.ts';
import { NetFailure } from '../../../net/net.ts';
import { recordTypes } from '../../../protocols/tls-records/records.ts';
import { alertName } from '../../../protocols/tls-records/registries/alerts.ts';
import { suites } from '../../../protocols/tls-records/registries/suites.ts';
import { versionNames, versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed, RobotResult } from '../observed.ts';
import { clientKeyExchange, type Padding, paddings } from './robot-paddings.ts';

/** The server's reaction to each padding. */
type Reactions = Readonly<Record<Padding, string>>;
/** Some servers are an oracle only while they wait for the rest of our flight. */
type Flow = 'whole' | 'short';

/** A server that waits for the rest of the flight is silent each time; one that reacts does so as soon as it has decrypted. */
const waitsMs: Readonly<Record<Flow, number>> = { whole: 1000, short: 700 };
/** A difference counts only if it is the same in this many rounds. */
const ROUNDS = 3;
/** In one version. Ten are enough where nothing is found, twenty where there is an oracle; the others are for lost ones. */
const MOST_CONNECTIONS = 30;

interface RobotScan extends Scan {
  /** How many connections may still be made. */
  readonly robot: { left: number };
}

/** Long enough for IV, one block and MAC of any cipher; the content is random. */
const INVALID_FINISHED_LENGTH = 64;
/** An empty Certificate (RFC 5246 section 7.4.6). */
const NO_CERTIFICATE = Uint8Array.of(11, 0, 0, 3, 0, 0, 0);
/** Reactions of a server that has processed our messages up to Finished. */
const reactionsToFinished = ['silence', 'bad_record_mac', 'decryption_failed', 'decrypt_error'];

/**
 * ROBOT (Böck, Somorovsky, Young 2018): does the server reveal, by an alert, a closed connection or silence, whether an
 * encrypted premaster secret had valid PKCS #1 padding (Bleichenbacher 1998)? Tested in the newest version with RSA key
 * exchange, and in a deep check in the others, too. A server that reacts alike to all paddings (RFC 5246 section 7.4.7.1) is not an oracle. No handshake is completed.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testRobot(scan: Scan, observed: Observed, isDeep = false): Promise<RobotResult> {
  const [newest, ...older] = offersOf(observed);
  if (newest === undefined) return isComplete(observed) ? 'none' : 'unknown';
  for (const offer of isDeep ? [newest, ...older] : [newest]) {
    const result = await testVersion(scan, offer);
    if (result !== 'none') return result;
  }
  return 'none';
}

async function testVersion(everywhere: Scan, offer: Offer): Promise<RobotResult> {
  const scan: RobotScan = { ...everywhere, robot: { left: MOST_CONNECTIONS } };
  for (const flow of ['whole', 'short'] as const) {
    const first = await probeAllPaddings(scan, offer, flow);
    if (first === null) return 'unknown';
    if (new Set(Object.values(first)).size === 1) continue;
    for (let round = 1; round < ROUNDS; round += 1) {
      const again = await probeAllPaddings(scan, offer, flow);
      if (again === null || paddings.some((padding) => again[padding] !== first[padding])) return 'unknown';
    }
    return { strength: strengthOf(first), answers: describeReactions(first) };
  }
  return 'none';
}

/** The accepted suites with RSA key exchange by version, newest first. */
function offersOf(observed: Observed): Offer[] {
  return versionNames.toReversed().flatMap((name) => {
    if (name === 'SSLv2' || name === 'TLSv1.3') return [];
    const accepted = new Set(observed.versions[name].suites);
    const meant = suites.filter(
      ({ name: suite, keyExchange, kind, isExport }) =>
        keyExchange === 'RSA' && kind === 'plain' && !isExport && accepted.has(suite),
    );
    return meant.length === 0 ? [] : [{ version: versions[name], suites: meant.map(({ code }) => code) }];
  });
}

function isComplete({ versions: facts }: Observed): boolean {
  return versionNames.every((name) => facts[name].isComplete);
}

/** Null when one of the handshakes did not get that far. */
async function probeAllPaddings(scan: RobotScan, offer: Offer, flow: Flow): Promise<Reactions | null> {
  const found = new Map<Padding, string | null>();
  const askOne = async (padding: Padding) => {
    found.set(padding, await probePadding(scan, offer, padding, flow));
  };
  await Promise.all(paddings.map(askOne));
  // A server that handles one client at a time keeps the others waiting until they time out.
  for (const padding of paddings) if (found.get(padding) === null) await askOne(padding);
  if ([...found.values()].includes(null)) return null;
  return Object.fromEntries(found) as Reactions;
}

async function probePadding(scan: RobotScan, offer: Offer, padding: Padding, flow: Flow): Promise<string | null> {
  if (scan.robot.left === 0) return null;
  scan.robot.left -= 1;
  const waitMs = waitsMs[flow] + 2 * scan.roundTripMs;
  try {
    return await withConnection(scan, exchangeTimeoutMs(scan) + waitMs, async (connection) => {
      const handshake = await pauseAfterServerFlight(connection, scan, offer);
      if (handshake === null) return null;
      const message = keyExchangeFor(handshake, offer, padding);
      if (message === null) return null;
      const reaction = await reactionTo(handshake, message, flow, waitMs);
      // Any other reaction may be caused by the empty Certificate.
      return !handshake.flight.asksForCertificate || reactionsToFinished.includes(reaction) ? reaction : null;
    });
  } catch (error) {
    resultOfError(error, scan);
    return null;
  }
}

/** Null if there is no RSA key to encrypt with. */
function keyExchangeFor({ version, flight }: PausedHandshake, offer: Offer, padding: Padding): Uint8Array | null {
  const [leaf] = flight.certificates ?? [];
  if (leaf === undefined || version !== offer.version) return null;
  try {
    const { publicKey } = new X509Certificate(leaf);
    return publicKey.asymmetricKeyType === 'rsa' ? clientKeyExchange(publicKey, version, padding) : null;
  } catch {
    // The server's certificate is untrusted input.
    return null;
  }
}

/** The reaction within the time limit: the name of an alert, a closed connection, or silence. */
async function reactionTo(handshake: PausedHandshake, message: Uint8Array, flow: Flow, waitMs: number) {
  const finished = crypto.getRandomValues(new Uint8Array(INVALID_FINISHED_LENGTH));
  const before = handshake.flight.asksForCertificate ? [{ type: recordTypes.handshake, payload: NO_CERTIFICATE }] : [];
  const rest = [
    { type: recordTypes.changeCipherSpec, payload: Uint8Array.of(1) },
    { type: recordTypes.handshake, payload: finished },
  ];
  try {
    await handshake.sendRecords([
      ...before,
      { type: recordTypes.handshake, payload: message },
      ...(flow === 'whole' ? rest : []),
    ]);
    if ((await handshake.readUntil(() => false, waitMs)) === 'silent') return 'silence';
  } catch (error) {
    // Whether unread data turns a FIN into a reset depends on timing.
    if (error instanceof NetFailure && error.reason === 'reset') return 'a closed connection';
    throw error;
  }
  const alert = handshake.flight.later.find(({ type }) => type === recordTypes.alert);
  return alert === undefined ? 'a closed connection' : alertName(alert.payload[1] ?? 0);
}

/** Weak if only a completely valid secret stands out: an attack then needs very many handshakes. */
function strengthOf(reactions: Reactions): 'weak' | 'strong' {
  const wrong = new Set([reactions['a wrong prefix'], reactions['a misplaced zero octet'], reactions['no zero octet']]);
  return wrong.size === 1 ? 'weak' : 'strong';
}

function describeReactions(reactions: Reactions): string {
  const kinds = [...new Set(paddings.map((padding) => reactions[padding]))];
  const parts = kinds.map((kind) => {
    const to = paddings.filter((padding) => reactions[padding] === kind);
    return `${kind} for ${to.join(', ')}`;
  });
  return parts.join('; ');
}
