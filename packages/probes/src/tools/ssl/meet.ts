import { type Net, NetFailure } from '../../net/net.ts';
import type { Flight } from '../../protocols/tls-records/flight.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import type { Answer } from './answer.ts';
import type { Accepted } from './ask.ts';
import { CheckStopped } from './budget.ts';
import { readCertificates, type Sent } from './certificates.ts';
import { asClientOf, asCurrentClient, type CurrentSession } from './current-client.ts';
import type { Scan } from './dial.ts';
import { type FirstAnswer, failureOf, sayHello } from './first-hello.ts';
import { asToleratedClient, type ToleratedClient } from './intolerance.ts';

/** Mail submission: nearly always with STARTTLS, and yet TLS from the first byte is allowed to it. */
export const SUBMISSION = 587;

/** What came of the first hellos. */
export interface Meeting {
  readonly scan: Scan;
  readonly first: FirstAnswer | null;
  readonly session: CurrentSession | null;
  /** Why there is no first answer. */
  readonly refusal: NetFailure | null;
}

/** Null when the check had to stop in the middle, and yet there is a certificate to show. @throws NetFailure otherwise */
export async function meetInTime(scan: Scan, answer: Answer, net: Net): Promise<Meeting | null> {
  try {
    return await meetAsSpoken(scan, answer, net);
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
    if (!answer.known.certificates.isUnread) return null;
    throw new NetFailure('timeout', 'no answer within the time of a check', { cause: error });
  }
}

/** On the port of submission a server that does not greet may wait for TLS. */
async function meetAsSpoken(scan: Scan, answer: Answer, net: Net): Promise<Meeting> {
  try {
    return await meet(scan, answer, net);
  } catch (error) {
    const isWaiting = error instanceof NetFailure && error.reason === 'timeout';
    if (!isWaiting || scan.peer.port !== SUBMISSION || scan.peer.startTls === null) throw error;
    answer.known.target = { ...answer.known.target, startTls: null };
    return await meet({ ...scan, peer: { ...scan.peer, startTls: null } }, answer, net);
  }
}

/**
 * The two hellos that most of the answer comes from, at once: the one that offers much, and a browser's. A certificate is
 * shown as soon as there is one; what a browser gets has the last word.
 */
async function meet(scan: Scan, answer: Answer, net: Net): Promise<Meeting> {
  const { known } = answer;
  const show = (
    { certificates, ocspResponse }: Pick<Flight, 'certificates' | 'ocspResponse'>,
    timestamps: Sent['timestamps'],
  ) => {
    if (certificates === null) return;
    const sent = { certificates, ocspResponse, timestamps };
    known.certificates = readCertificates(sent, known.target.peerHost, net);
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
  const tolerated = { ...scan, without: said.intolerances };
  const other = session === null ? await asOtherClient(tolerated, said) : null;
  known.intolerances = [...said.intolerances, ...(other?.intolerances ?? [])];
  if (other !== null) show(other.session, other.session.timestamps);
  else if (known.certificates.isUnread) {
    const insisting = await asClientOf(said.accepted.hello, tolerated);
    if (insisting !== null) show(insisting, insisting.timestamps);
  }
  const without = known.intolerances;
  return { scan: { ...scan, without }, first: said, session: session ?? other?.session ?? null, refusal: null };
}

/** What a browser would get if its hello had not what the server hangs up on. */
async function asOtherClient(scan: Scan, { accepted, intolerances }: FirstAnswer): Promise<ToleratedClient | null> {
  const session = intolerances.length > 0 ? await asCurrentClient(scan) : null;
  return session === null ? asToleratedClient(scan, accepted) : { session, intolerances: [] };
}

/** A whole flight in the open without certificates is that of a server that sends none. */
function shownIn({ hello, flight }: Accepted): Pick<Flight, 'certificates' | 'ocspResponse'> {
  const isWhole = flight.isDone && hello.version < versions['TLSv1.3'];
  return isWhole && flight.certificates === null ? { ...flight, certificates: [] } : flight;
}
