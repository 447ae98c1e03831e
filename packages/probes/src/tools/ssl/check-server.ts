import { type Net, NetFailure } from '../../net/net.ts';
import type { Measured, ProbeContext } from '../../probe.ts';
import { versionNames } from '../../protocols/tls-records/versions.ts';
import type { AddressAllowance } from './address-allowance.ts';
import { type Answer, createAnswer } from './answer.ts';
import { negotiatedOf, type SslData, type SslProgress } from './answer-parts.ts';
import { createJudge, readCertificates } from './certificates.ts';
import { clientAuthOf, insistsOnCertificate } from './client-auth.ts';
import type { CurrentSession } from './current-client.ts';
import type { Peer, Scan } from './dial.ts';
import type { FirstAnswer } from './first-hello.ts';
import { type Meeting, meetInTime, SUBMISSION } from './meet.ts';
import { nothingObserved, type Observed } from './observed.ts';
import type { OpenedPeer, SslTarget } from './open-peer.ts';
import { beside } from './revocation/beside.ts';
import { settleRevocation } from './revocation/settle.ts';
import { meetAddresses, type OtherAddress, splitAddresses, withoutCertificate } from './served/other-addresses.ts';
import { askSslv2, noteSslv2 } from './sslv2.ts';
import { runStages, untilStopped } from './stages.ts';

/** What was asked for, as the answer repeats it. */
export interface CheckedTarget extends SslTarget {
  readonly domain: string;
  /** Whether ROBOT is tested for. */
  readonly deep: boolean;
  /** Whether the sources that the certificates name are asked. */
  readonly revocation: boolean;
}

type Context = Pick<ProbeContext<SslProgress>, 'net' | 'report' | 'signal'>;

/** The server that was found, and what may be opened to other addresses of its name. */
export interface CheckedServer extends OpenedPeer {
  readonly allowance: AddressAllowance;
  /** Addresses at which the same was tried before, without success. */
  readonly failed: readonly OtherAddress[];
}

const LONGEST_WAY_MS = 1000;

/**
 * Checks one server, and reports each part as it becomes known.
 * @throws NetFailure when there is no TLS to talk to, or the reason of the budget's signal when the caller gave up
 */
export async function checkServer(
  server: CheckedServer,
  target: CheckedTarget,
  context: Context,
): Promise<Measured<SslData>> {
  const { scan } = server;
  const observed = nothingObserved({ isDeep: target.deep, isOpportunistic: isOpportunistic(scan.peer) });
  const answer = createAnswer({
    known: nothingKnown(server, target, context),
    observed,
    budget: scan.budget,
    report: context.report,
    judge: createJudge(target.host, context.net),
  });
  const startedAt = performance.now();
  const met = await meetInTime(scan, answer, context.net);
  if (met === null) return answer.finish();
  // Whoever let a question pass in silence has taken longer than any way is.
  const roundTripMs = Math.min(performance.now() - startedAt, LONGEST_WAY_MS);
  const measured: Scan = { ...met.scan, roundTripMs };
  answer.known.negotiated = negotiatedOf(met.session, met.first?.accepted ?? null);
  answer.known.hello = met.first?.accepted.hello ?? null;
  answer.known.isUsual = met.first?.isUsual ?? false;
  answer.known.clientAuth = clientAuthOf(met.first, met.session);
  answer.show('negotiated');
  const measuring = Promise.all([
    measure(measured, met, observed, answer, context.net),
    meetOthers({ ...server, scan: measured }, target, answer, context.net),
  ]);
  const settle = async (signal: AbortSignal) => {
    // Only SSLv2 is left to show a certificate.
    if (met.first === null) await measuring;
    await settleRevocation(answer, target, { net: context.net, namedBy: scan.peer.address, signal });
  };
  await beside(measuring, settle, context.signal);
  return answer.finish();
}

/** Everything that is asked of the server after the first hellos. */
async function measure(scan: Scan, met: Meeting, observed: Observed, answer: Answer, net: Net): Promise<void> {
  const { first, session, refusal } = met;
  if (first === null) {
    const certificate = await lookForSslv2(scan, observed, refusal);
    if (certificate === null) return;
    const sent = { certificates: [certificate], ocspResponse: null, timestamps: [] };
    answer.known.certificates = readCertificates(sent, answer.known.target.peerHost, net);
    return answer.show('certificate');
  }
  await Promise.all([
    runStages(scan, first, observed, answer.showStage, session),
    untilStopped(settleClientAuth(scan, first, session, answer)),
  ]);
}

/** The first handshake at every other address of the name. */
async function meetOthers(
  { scan, addresses, allowance }: CheckedServer,
  { service }: CheckedTarget,
  answer: Answer,
  net: Net,
) {
  const { asked } = splitAddresses(addresses, scan.peer.address);
  const unknown = asked.filter(({ address }) => !answer.known.others.has(address));
  await meetAddresses(unknown, { net, service, allowance, main: scan }, (one) => {
    answer.known.others.set(one.address, one);
    answer.show('served');
  });
}

/** A request may be a demand. */
async function settleClientAuth(scan: Scan, first: FirstAnswer, session: CurrentSession | null, answer: Answer) {
  if (answer.known.clientAuth !== 'requested') return;
  if (await insistsOnCertificate(scan, first, session)) answer.known.clientAuth = 'required';
  answer.show('negotiated');
}

function nothingKnown(
  { scan: { peer }, addresses, failed }: CheckedServer,
  { domain, host, port }: CheckedTarget,
  { net }: Context,
): Answer['known'] {
  const { notAsked } = splitAddresses(addresses, peer.address);
  const others = [...notAsked.map(({ address }) => withoutCertificate(address, 'not_asked')), ...failed];
  return {
    addresses: addresses.map(({ address }) => address),
    others: new Map(others.map((one) => [one.address, one])),
    target: { domain, peerHost: host, peerPort: port, address: peer.address, startTls: peer.startTls },
    certificates: readCertificates({ certificates: null, ocspResponse: null, timestamps: [] }, host, net),
    hello: null,
    isUsual: false,
    intolerances: null,
    negotiated: null,
    clientAuth: null,
    ocspStapled: null,
  };
}

/** RFC 7435: mail from server to server, and chat servers that call back to verify each other (XEP-0220). */
function isOpportunistic({ startTls, port }: Peer): boolean {
  return (startTls === 'smtp' && port !== SUBMISSION) || startTls === 'xmpp-server';
}

/**
 * A server that refuses every TLS may still speak what came before. Gives its certificate, null when it sends none.
 * @throws NetFailure when it does not
 */
async function lookForSslv2(scan: Scan, observed: Observed, refusal: NetFailure | null): Promise<Uint8Array | null> {
  const reply = await askSslv2(scan);
  if (reply === null) throw refusal ?? new NetFailure('handshake_failed', 'the server refuses every version');
  for (const name of versionNames) {
    observed.versions[name].isAccepted = false;
    observed.versions[name].isComplete = true;
  }
  noteSslv2(observed, reply);
  observed.areGroupsComplete = true;
  observed.areKeysComplete = true;
  observed.heartbleed = false;
  observed.earlyCcs = false;
  if (observed.robot === 'unknown') observed.robot = 'none';
  return reply.certificate.length > 0 ? reply.certificate : null;
}
