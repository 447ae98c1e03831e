import { NetFailure } from '../../../net/net.ts';
import { extensions } from '../../../protocols/tls-records/hello/extensions.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { ServedChain } from '../certificate/served-chain.ts';
import { CheckStopped } from '../connection/budget.ts';
import type { Scan } from '../connection/dial.ts';
import {
  type CurrentSession,
  handshakeAsCurrentClient,
  handshakeUpToFinished,
  handshakeWithSuiteOf,
} from './current-client.ts';
import { handshakeWithoutIntolerances, type ToleratedHandshake } from './extension-intolerance.ts';
import { type FirstHandshake, failureOf, sendFirstHello } from './first-hello.ts';
import type { Accepted } from './send-hello.ts';
import { attemptShortHello } from './short-attempt.ts';

/** Mail submission: usually with STARTTLS (RFC 6409), but a server may expect TLS from the first byte there. */
export const SUBMISSION_PORT = 587;

/** What the first handshakes have shown. */
export interface FirstHandshakes {
  readonly scan: Scan;
  readonly first: FirstHandshake | null;
  readonly session: CurrentSession | null;
  /** Why there is no first handshake. */
  readonly refusal: NetFailure | null;
  /** The server answered the short hello, but twice no longer one: then there is a session, and no first handshake. */
  readonly isShort: boolean;
  /** Milliseconds from the first hello to the reply; those that nobody answered do not count. */
  readonly tookMs: number;
}

/** The handshakes that a server completed with the prober and with a current client. */
export interface ServerHandshakes {
  readonly first: FirstHandshake;
  readonly session: CurrentSession | null;
}

/** Called with what becomes known while the handshakes run; the last chain replaces earlier ones. */
export interface FirstHandshakesListener {
  onChain(chain: ServedChain): void;
  /** Extensions, by number, that the server does not tolerate. */
  onIntolerances(types: readonly number[]): void;
  /** The server refuses clients that offer only the protocols of the web (no_application_protocol). */
  onOtherProtocol(): void;
  /** The server expects TLS from the first byte, without STARTTLS. */
  onImplicitTls(): void;
}

/**
 * Makes the first handshakes with a server. Null when the check had to stop in the middle but a certificate has been seen.
 * @throws NetFailure when there is no TLS server or no certificate was seen in time
 */
export async function makeFirstHandshakes(
  scan: Scan,
  listener: FirstHandshakesListener,
): Promise<FirstHandshakes | null> {
  const reporter = createReporter(listener);
  try {
    return await withSubmissionFallback(scan, reporter);
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
    if (reporter.hasChain()) return null;
    throw new NetFailure('timeout', 'no answer within the time of a check', { cause: error });
  }
}

interface Reporter extends Omit<FirstHandshakesListener, 'onChain'> {
  /** Reports a chain, if it could be read. */
  report(chain: ServedChain): void;
  hasChain(): boolean;
}

function createReporter(listener: FirstHandshakesListener): Reporter {
  let hasChain = false;
  return {
    ...listener,
    hasChain: () => hasChain,
    report({ certificates, ocspResponse, timestamps }) {
      if (certificates === null) return;
      hasChain = true;
      listener.onChain({ certificates, ocspResponse, timestamps });
    },
  };
}

/** On the submission port a server that sends no greeting may be waiting for a ClientHello. */
async function withSubmissionFallback(scan: Scan, reporter: Reporter): Promise<FirstHandshakes> {
  try {
    return await makeBothHandshakes(scan, reporter);
  } catch (error) {
    const hasNoGreeting = error instanceof NetFailure && error.reason === 'timeout';
    if (!hasNoGreeting || scan.peer.port !== SUBMISSION_PORT || scan.peer.startTls === null) throw error;
    reporter.onImplicitTls();
    return await makeBothHandshakes({ ...scan, peer: { ...scan.peer, startTls: null } }, reporter);
  }
}

/**
 * Sends the two hellos that yield most of the answer, concurrently: the one with the widest offer, and a browser's. A chain
 * is reported as soon as there is one; the one that a browser gets replaces the other.
 */
async function makeBothHandshakes(scan: Scan, reporter: Reporter): Promise<FirstHandshakes> {
  const asking: Scan = { ...scan, purpose: 'first-handshake' };
  const short = attemptShortHello(asking);
  try {
    return await makeUsualHandshakes(scan, asking, reporter);
  } catch (error) {
    nullIfSilent(error);
    const session = await short.session;
    if (session === null) throw error;
    reporter.report(session);
    // One silence proves nothing: the packet may have been lost.
    const again = await makeUsualHandshakes(scan, asking, reporter).catch(nullIfSilent);
    return again ?? { scan, first: null, session, refusal: null, isShort: true, tookMs: 0 };
  } finally {
    short.stop();
  }
}

/** @throws anything but a time-out */
function nullIfSilent(error: unknown): null {
  if (error instanceof NetFailure && error.reason === 'timeout') return null;
  throw error;
}

async function makeUsualHandshakes(scan: Scan, asking: Scan, reporter: Reporter): Promise<FirstHandshakes> {
  let hasBrowserChain = false;
  const startedAt = performance.now();
  let tookMs = 0;
  // The browser's hello uses the connection that is already open, so its chain usually arrives first.
  const [session, attempt] = await Promise.all([
    handshakeAsCurrentClient(asking).then((found) => {
      hasBrowserChain = found !== null && found.certificates !== null;
      if (found !== null) reporter.report(found);
      return found;
    }),
    sendFirstHello(asking).then((found) => {
      tookMs = performance.now() - startedAt;
      if ('accepted' in found && !hasBrowserChain) reporter.report(chainIn(found.accepted));
      return found;
    }),
  ]);
  // A server that did not complete Chromium's handshake may not have answered its hello at all.
  if (session?.client) tookMs = performance.now() - startedAt;
  const usual = { isShort: false, tookMs };
  if (!('accepted' in attempt)) return { scan, first: null, session, refusal: failureOf(attempt.refusal), ...usual };
  const tolerated = { ...asking, without: attempt.intolerances };
  const retried = session === null ? await retryAsCurrentClient(tolerated, attempt) : null;
  const intolerances = [...attempt.intolerances, ...(retried?.intolerances ?? [])];
  const isOther = intolerances.includes(extensions.alpn) && (await refusesWebProtocols(asking, intolerances));
  // RFC 7301 section 3.2 demands this refusal: it is no fault.
  reporter.onIntolerances(isOther ? intolerances.filter((type) => type !== extensions.alpn) : intolerances);
  if (isOther) reporter.onOtherProtocol();
  if (retried !== null) reporter.report(retried.session);
  else if (!reporter.hasChain()) {
    const found = await handshakeWithSuiteOf(attempt.accepted.hello, tolerated);
    if (found !== null) reporter.report(found);
  }
  const measured = { ...scan, without: intolerances };
  return { scan: measured, first: attempt, session: session ?? retried?.session ?? null, refusal: null, ...usual };
}

/** Whether a server that accepts hellos without application protocols says that it speaks none of those of the web. */
async function refusesWebProtocols(scan: Scan, intolerances: readonly number[]): Promise<boolean> {
  const without = intolerances.filter((type) => type !== extensions.alpn);
  const said = await handshakeUpToFinished({ ...scan, without });
  return 'refusedWith' in said && said.refusedWith === alerts.noApplicationProtocol;
}

/** What a browser would get if its hello lacked the extensions that the server does not tolerate. */
async function retryAsCurrentClient(
  scan: Scan,
  { accepted, intolerances }: FirstHandshake,
): Promise<ToleratedHandshake | null> {
  const session = intolerances.length > 0 ? await handshakeAsCurrentClient(scan) : null;
  return session === null ? handshakeWithoutIntolerances(scan, accepted) : { session, intolerances: [] };
}

/** A complete flight up to TLS 1.2 without a Certificate message means that the server has none to send. */
function chainIn({ hello, flight }: Accepted): ServedChain {
  const { ocspResponse } = flight;
  const isComplete = flight.isDone && hello.version < versions['TLSv1.3'];
  const certificates = isComplete ? (flight.certificates ?? []) : flight.certificates;
  return { certificates, ocspResponse, timestamps: hello.timestamps };
}
