import { X509Certificate } from 'node:crypto';
import { NetFailure } from '../../net/net.ts';
import { alertName } from '../../protocols/tls-records/alerts.ts';
import { recordTypes } from '../../protocols/tls-records/records.ts';
import { suites } from '../../protocols/tls-records/suites.ts';
import { versionNames, versions } from '../../protocols/tls-records/versions.ts';
import { type StandingHandshake, standAfterFlight } from './after-flight.ts';
import { type Offer, outcomeOf } from './ask.ts';
import { patienceMs, type Scan, withLine } from './dial.ts';
import type { Observed, RobotVerdict } from './observed.ts';
import { clientKeyExchange, type Padding, paddings } from './robot-secrets.ts';

/** What the server did after each padding. */
type Answers = Readonly<Record<Padding, string>>;
/** Some servers tell only while they wait for the rest of our flight. */
type Flow = 'whole' | 'short';

const WAIT_MS = 1000;
/** A difference counts when it comes this often, each time the same. */
const ROUNDS = 3;
/** Long enough for one block of any cipher, vector and code; what is in it cannot be right. */
const NO_FINISHED_OCTETS = 64;
/** An empty Certificate (RFC 5246 section 7.4.6). */
const NO_CERTIFICATE = Uint8Array.of(11, 0, 0, 3, 0, 0, 0);
/** What a server answers that has come as far as our Finished. */
const beyondCertificates = ['silence', 'bad_record_mac', 'decryption_failed', 'decrypt_error'];

/**
 * ROBOT (Böck, Somorovsky, Young 2018): does the server show by alert, hang-up or silence whether an RSA-encrypted secret
 * was padded as it should be (Bleichenbacher 1998)? Asked in the newest version in which it takes RSA key exchange; one
 * that answers all paddings alike (RFC 5246 section 7.4.7.1) is no oracle. No handshake is ever finished.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testRobot(scan: Scan, observed: Observed): Promise<RobotVerdict> {
  const offer = offerOf(observed);
  if (offer === null) return isComplete(observed) ? 'none' : 'unknown';
  for (const flow of ['whole', 'short'] as const) {
    const first = await askAll(scan, offer, flow);
    if (first === null) return 'unknown';
    if (new Set(Object.values(first)).size === 1) continue;
    for (let round = 1; round < ROUNDS; round += 1) {
      const again = await askAll(scan, offer, flow);
      if (again === null || paddings.some((padding) => again[padding] !== first[padding])) return 'unknown';
    }
    return { strength: strengthOf(first), answers: sentenceOf(first) };
  }
  return 'none';
}

/** The accepted suites that have the secret encrypted with the certificate's key. */
function offerOf(observed: Observed): Offer | null {
  for (const name of versionNames.toReversed()) {
    if (name === 'SSLv2' || name === 'TLSv1.3') continue;
    const accepted = new Set(observed.versions[name].suites);
    const meant = suites.filter(
      ({ name: suite, keyExchange, kind, isExport }) =>
        keyExchange === 'RSA' && kind === 'plain' && !isExport && accepted.has(suite),
    );
    if (meant.length > 0) return { version: versions[name], suites: meant.map(({ code }) => code) };
  }
  return null;
}

function isComplete({ versions: facts }: Observed): boolean {
  return versionNames.every((name) => facts[name].isComplete);
}

/** Null when one of the questions did not come so far. */
async function askAll(scan: Scan, offer: Offer, flow: Flow): Promise<Answers | null> {
  const found = new Map<Padding, string | null>();
  const askOne = async (padding: Padding) => {
    found.set(padding, await answerTo(scan, offer, padding, flow));
  };
  await Promise.all(paddings.map(askOne));
  // A server with one client at a time lets the others wait.
  for (const padding of paddings) if (found.get(padding) === null) await askOne(padding);
  if ([...found.values()].includes(null)) return null;
  return Object.fromEntries(found) as Answers;
}

async function answerTo(scan: Scan, offer: Offer, padding: Padding, flow: Flow): Promise<string | null> {
  const waitMs = WAIT_MS + 2 * scan.roundTripMs;
  try {
    return await withLine(scan, patienceMs(scan) + waitMs, async (line) => {
      const handshake = await standAfterFlight(line, scan, offer);
      if (handshake === null) return null;
      const message = secretFor(handshake, offer, padding);
      if (message === null) return null;
      const reaction = await reactionTo(handshake, message, flow, waitMs);
      // Any other may mean the certificate that we do not have.
      return !handshake.flight.asksForCertificate || beyondCertificates.includes(reaction) ? reaction : null;
    });
  } catch (error) {
    outcomeOf(error, scan);
    return null;
  }
}

/** Null when there is no RSA key to encrypt for. */
function secretFor({ version, flight }: StandingHandshake, offer: Offer, padding: Padding): Uint8Array | null {
  const [leaf] = flight.certificates ?? [];
  if (leaf === undefined || version !== offer.version) return null;
  try {
    const { publicKey } = new X509Certificate(leaf);
    return publicKey.asymmetricKeyType === 'rsa' ? clientKeyExchange(publicKey, version, padding) : null;
  } catch {
    // What the server calls a certificate need not be one.
    return null;
  }
}

/** What comes of it within the time: an alert by name, a hang-up of either kind, or nothing. */
async function reactionTo(handshake: StandingHandshake, message: Uint8Array, flow: Flow, waitMs: number) {
  const finished = crypto.getRandomValues(new Uint8Array(NO_FINISHED_OCTETS));
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
    // Whether data that nobody read makes a reset of a hang-up is chance.
    if (error instanceof NetFailure && error.reason === 'reset') return 'a hang-up';
    throw error;
  }
  const alert = handshake.flight.later.find(({ type }) => type === recordTypes.alert);
  return alert === undefined ? 'a hang-up' : alertName(alert.payload[1] ?? 0);
}

/** Weak when only a secret that is right altogether stands out: then an attack needs very many questions. */
function strengthOf(answers: Answers): 'weak' | 'strong' {
  const wrong = new Set([answers['a wrong start'], answers['a misplaced zero'], answers['no zero']]);
  return wrong.size === 1 ? 'weak' : 'strong';
}

function sentenceOf(answers: Answers): string {
  const kinds = [...new Set(paddings.map((padding) => answers[padding]))];
  const parts = kinds.map((kind) => {
    const to = paddings.filter((padding) => answers[padding] === kind);
    return `${kind} to ${to.join(', ')}`;
  });
  return parts.join('; ');
}
