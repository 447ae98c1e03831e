import { NetFailure } from '../../net/net.ts';
import type { Measured, ProbeContext } from '../../probe.ts';
import type { Flight } from '../../protocols/tls-records/flight.ts';
import { versionNames, versions } from '../../protocols/tls-records/versions.ts';
import { type Answer, createAnswer } from './answer.ts';
import { negotiatedOf, type SslData, type SslProgress } from './answer-parts.ts';
import { CheckStopped } from './budget.ts';
import { readCertificates } from './certificates.ts';
import { clientAuthOf, insistsOnCertificate } from './client-auth.ts';
import { asClientOf, asCurrentClient, type CurrentSession } from './current-client.ts';
import type { Scan } from './dial.ts';
import { type Accepted, type FirstAnswer, failureOf, sayHello } from './first-hello.ts';
import { nothingObserved, type Observed } from './observed.ts';
import type { SslTarget } from './open-peer.ts';
import { askSslv2, noteSslv2 } from './sslv2.ts';
import { runStages, untilStopped } from './stages.ts';

/** What was asked for, as the answer repeats it. */
export interface CheckedTarget extends SslTarget {
  readonly domain: string;
  /** Whether ROBOT is tested for. */
  readonly deep: boolean;
}

type Context = Pick<ProbeContext<SslProgress>, 'net' | 'report'>;

/** Mail submission: nearly always with STARTTLS, and yet TLS from the first byte is allowed to it. */
const SUBMISSION = 587;

const LONGEST_WAY_MS = 1000;

/**
 * Checks one server, and reports each part as it becomes known.
 * @throws NetFailure when there is no TLS to talk to, or the reason of the budget's signal when the caller gave up
 */
export async function checkServer(scan: Scan, target: CheckedTarget, context: Context): Promise<Measured<SslData>> {
  const observed = nothingObserved({ isDeep: target.deep });
  const answer = createAnswer({
    known: nothingKnown(scan, target, context),
    observed,
    budget: scan.budget,
    report: context.report,
  });
  const startedAt = performance.now();
  const met = await meetInTime(scan, answer, context);
  if (met === null) return answer.finish();
  // Whoever let a question pass in silence has taken longer than any way is.
  const roundTripMs = Math.min(performance.now() - startedAt, LONGEST_WAY_MS);
  const measured: Scan = { ...met.scan, roundTripMs };
  answer.known.negotiated = negotiatedOf(met.session, met.first?.accepted ?? null);
  answer.known.hello = met.first?.accepted.hello ?? null;
  answer.known.clientAuth = clientAuthOf(met.first, met.session);
  answer.show('negotiated');
  if (met.first === null) await lookForSslv2(measured, observed, met.refusal);
  else {
    await Promise.all([
      runStages(measured, met.first, observed, answer.showStage),
      untilStopped(settleClientAuth(measured, met.first, met.session, answer)),
    ]);
  }
  return answer.finish();
}

/** A request may be a demand. */
async function settleClientAuth(scan: Scan, first: FirstAnswer, session: CurrentSession | null, answer: Answer) {
  if (answer.known.clientAuth !== 'requested') return;
  if (await insistsOnCertificate(scan, first, session)) answer.known.clientAuth = 'required';
  answer.show('negotiated');
}

function nothingKnown({ peer }: Scan, { domain, host, port }: CheckedTarget, { net }: Context): Answer['known'] {
  return {
    target: { domain, peerHost: host, peerPort: port, address: peer.address, startTls: peer.startTls },
    certificates: readCertificates({ certificates: null, ocspResponse: null, timestamps: 0 }, host, net),
    hello: null,
    negotiated: null,
    clientAuth: null,
    ocspStapled: null,
  };
}

interface Meeting {
  readonly scan: Scan;
  readonly first: FirstAnswer | null;
  readonly session: CurrentSession | null;
  /** Why there is no first answer. */
  readonly refusal: NetFailure | null;
}

/** Null when the check had to stop in the middle, and yet there is a certificate to show. @throws NetFailure otherwise */
async function meetInTime(scan: Scan, answer: Answer, context: Context): Promise<Meeting | null> {
  try {
    return await meetAsSpoken(scan, answer, context);
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
    if (answer.known.certificates.fields.subject !== null) return null;
    throw new NetFailure('timeout', 'no answer within the time of a check', { cause: error });
  }
}

/** On the port of submission a server that does not greet may wait for TLS. */
async function meetAsSpoken(scan: Scan, answer: Answer, context: Context): Promise<Meeting> {
  try {
    return await meet(scan, answer, context);
  } catch (error) {
    const isWaiting = error instanceof NetFailure && error.reason === 'timeout';
    if (!isWaiting || scan.peer.port !== SUBMISSION) throw error;
    answer.known.target = { ...answer.known.target, startTls: null };
    return await meet({ ...scan, peer: { ...scan.peer, startTls: null } }, answer, context);
  }
}

/**
 * The two hellos that most of the answer comes from, at once: the one that offers much, and a browser's. A certificate is
 * shown as soon as there is one; what a browser gets has the last word.
 */
async function meet(scan: Scan, answer: Answer, context: Context): Promise<Meeting> {
  const { known } = answer;
  const show = ({ certificates, ocspResponse }: Pick<Flight, 'certificates' | 'ocspResponse'>, timestamps: number) => {
    if (certificates === null) return;
    known.certificates = readCertificates(
      { certificates, ocspResponse, timestamps },
      known.target.peerHost,
      context.net,
    );
    known.ocspStapled = ocspResponse !== null;
    answer.show('certificate');
  };
  let isBrowsers = false;
  // The first has the connection that is open already, so that it is shown first as well.
  const [session, said] = await Promise.all([
    asCurrentClient(scan).then((one) => {
      isBrowsers = one !== null && one.certificates !== null;
      if (one !== null) show(one, one.timestamps);
      return one;
    }),
    sayHello(scan).then((one) => {
      if ('accepted' in one && !isBrowsers) show(shownIn(one.accepted), one.accepted.hello.timestamps);
      return one;
    }),
  ]);
  if (!('accepted' in said)) return { scan, first: null, session, refusal: failureOf(said.refusal) };
  if (known.certificates.isUnread) {
    const other = await asClientOf(said.accepted.hello, scan);
    if (other !== null) show(other, other.timestamps);
  }
  return { scan, first: said, session, refusal: null };
}

/** A whole flight in the open without certificates is that of a server that sends none. */
function shownIn({ hello, flight }: Accepted): Pick<Flight, 'certificates' | 'ocspResponse'> {
  const isWhole = flight.isDone && hello.version < versions['TLSv1.3'];
  return isWhole && flight.certificates === null ? { ...flight, certificates: [] } : flight;
}

/** A server that refuses every TLS may still speak what came before. @throws NetFailure when it does not */
async function lookForSslv2(scan: Scan, observed: Observed, refusal: NetFailure | null): Promise<void> {
  const reply = await askSslv2(scan);
  if (reply === null) throw refusal ?? new NetFailure('handshake_failed', 'the server refuses every version');
  for (const name of versionNames) {
    observed.versions[name].isAccepted = false;
    observed.versions[name].isComplete = true;
  }
  noteSslv2(observed, reply);
  observed.areGroupsComplete = true;
  observed.heartbleed = false;
  observed.earlyCcs = false;
  if (observed.robot === 'unknown') observed.robot = 'none';
}
