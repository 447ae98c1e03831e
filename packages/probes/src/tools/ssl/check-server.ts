import { ToolError } from '@sonde/contract';
import type { AddressAllowance } from '../../engines/tls/connection/address-allowance.ts';
import { createConnectionsAhead } from '../../engines/tls/connection/connections-ahead.ts';
import type { ConnectionsAhead, Peer, Scan } from '../../engines/tls/connection/dial.ts';
import type { OpenedPeer, SslTarget } from '../../engines/tls/connection/open-peer.ts';
import { browserProtocols } from '../../engines/tls/handshake/browser-protocols.ts';
import type { CurrentSession } from '../../engines/tls/handshake/current-client.ts';
import {
  type FirstHandshakes,
  type FirstHandshakesListener,
  makeFirstHandshakes,
  SUBMISSION_PORT,
} from '../../engines/tls/handshake/first-handshakes.ts';
import type { FirstHandshake } from '../../engines/tls/handshake/first-hello.ts';
import { type Net, NetFailure } from '../../net/net.ts';
import type { Measured, ProbeContext } from '../../probe.ts';
import { versionNames } from '../../protocols/tls-records/registries/versions.ts';
import { type AnswerBuilder, createAnswerBuilder } from './answer/answer.ts';
import { negotiatedOf, type SslData, type SslProgress } from './answer/answer-parts.ts';
import { createJudge, type JudgedWith, readCertificates, withKeyUsage } from './answer/certificate-facts.ts';
import { clientAuthOf, requiresClientCertificate } from './behaviour/client-auth.ts';
import { describeShortOnly } from './behaviour/long-hellos.ts';
import { addMissingIssuers } from './issuers/add-missing-issuers.ts';
import { nothingObserved, type Observed } from './observed.ts';
import { askOverQuic } from './quic/over-quic.ts';
import { addRevocation } from './revocation/add-revocation.ts';
import { runAlongside } from './revocation/run-alongside.ts';
import { runStages, untilStopped } from './run-stages.ts';
import {
  addressWithoutCertificate,
  handshakeWithAddresses,
  type OtherAddress,
  splitAddresses,
} from './served/other-addresses.ts';
import { noteSslv2, sendSslv2Hello } from './suites/sslv2.ts';

/** The requested target, repeated in the answer. */
export interface CheckedTarget extends SslTarget {
  readonly domain: string;
  /** Whether to test for ROBOT in every version. */
  readonly deep: boolean;
  /** Whether to query the OCSP responders and revocation lists that the certificates name. */
  readonly revocation: boolean;
}

type CheckContext = Pick<ProbeContext<SslProgress>, 'net' | 'limits' | 'report' | 'signal'> & JudgedWith;

/** The server to be measured, with what may still be opened to other addresses of its name. */
export interface CheckedServer extends OpenedPeer {
  readonly allowance: AddressAllowance;
  /** Addresses tried before this one without success. */
  readonly failed: readonly OtherAddress[];
}

/** Upper bound for plausible round trips: a slower server must have failed to answer one of the hellos. */
const MAX_ROUND_TRIP_MS = 1000;
const HTTPS_PORT = 443;
/** Together with those of the first two hellos, as many as may be open at the same time. */
const OPENED_AHEAD = 6;

/**
 * Checks one server and reports each part as it becomes known.
 * @throws NetFailure when there is no TLS server, or the reason of the budget's signal when the caller gave up
 */
export async function checkServer(
  server: CheckedServer,
  target: CheckedTarget,
  context: CheckContext,
): Promise<Measured<SslData>> {
  const ahead = openAhead(server);
  try {
    return await checkThrough({ ...server, scan: { ...server.scan, ahead } }, target, context);
  } finally {
    ahead.close();
  }
}

/**
 * Many offers follow the first handshakes, and their number is known now: their connections are opened while the first two
 * hellos are on their way. Not with STARTTLS, where every connection is a session that the server has to greet.
 */
function openAhead({ scan, second }: CheckedServer): ConnectionsAhead {
  const ahead = createConnectionsAhead(scan);
  if (scan.peer.startTls !== null) return ahead;
  // The connection that is already open is used first.
  ahead.open(1);
  if (second !== null) ahead.add(second);
  ahead.open(OPENED_AHEAD);
  return ahead;
}

async function checkThrough(
  server: CheckedServer,
  target: CheckedTarget,
  context: CheckContext,
): Promise<Measured<SslData>> {
  const { scan: opened } = server;
  const scan: Scan = { ...opened, onGreeting: (words) => noteGreeting(answer, words) };
  const observed = nothingObserved({ isOpportunistic: isOpportunistic(opened.peer) });
  const answer = createAnswerBuilder({
    facts: nothingKnown(server, target, context),
    observed,
    budget: opened.budget,
    report: context.report,
    judge: createJudge(target.host, context),
  });
  const handshakes = await makeFirstHandshakes(scan, listenerFor(answer, context));
  if (handshakes === null) return answer.finish();
  const roundTripMs = Math.min(handshakes.tookMs, MAX_ROUND_TRIP_MS);
  const measuredScan: Scan = { ...handshakes.scan, roundTripMs };
  noteFirstHandshakes(answer, handshakes);
  const measuring = handshakes.isShort
    ? endAtShortHello(measuredScan, observed)
    : Promise.all([
        measure(measuredScan, handshakes, observed, answer, { judgedWith: context, isDeep: target.deep }),
        checkOtherAddresses({ ...server, scan: measuredScan }, target, answer, context.net),
      ]);
  const checkRevocation = async (signal: AbortSignal) => {
    // Without TLS, the certificate comes from SSLv2, if at all.
    if (handshakes.first === null) await measuring;
    const turns = context.limits.revocationTurns;
    const sources = { net: context.net, turns, logList: context.logList, namedBy: scan.peer.address, signal };
    await Promise.all([addRevocation(answer, target, sources), addMissingIssuers(answer, target, sources)]);
  };
  await Promise.all([
    runAlongside(measuring, checkRevocation, context.signal),
    checkQuic(measuring, server, target, answer, context),
  ]);
  return answer.finish();
}

/** Web servers only: with other protocols, nothing is spoken over QUIC at the same port. */
async function checkQuic(
  measuring: Promise<unknown>,
  { scan: { peer }, allowance }: CheckedServer,
  { host, port }: CheckedTarget,
  { facts, report }: AnswerBuilder,
  context: CheckContext,
): Promise<void> {
  const isOfWeb = port === HTTPS_PORT || browserProtocols.includes(facts.negotiated?.alpn ?? '');
  if (facts.target.startTls !== null || !isOfWeb) return;
  const { address } = peer;
  const isAllowed = await allowance.takeOne(address, context.signal).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ToolError) return false;
      throw error;
    },
  );
  if (!isAllowed) return;
  facts.quic = await askOverQuic(measuring, {
    net: context.net,
    target: { host, address, port, service: 'tls' },
    judge: createJudge(host, context),
    signal: context.signal,
  });
  report('quic');
}

/** Every further hello would be long, and take seconds in vain: the rest of the answer is a gap. */
async function endAtShortHello(scan: Scan, observed: Observed): Promise<void> {
  observed.longHellos = describeShortOnly(scan, observed.handshakes);
  await untilStopped((async () => scan.budget.stop('long_hellos_unanswered'))());
}

/** Keeps the first greeting: a server that becomes busy greets differently. */
function noteGreeting({ facts }: AnswerBuilder, words: string): void {
  facts.greeting ??= words;
}

function listenerFor({ facts, report }: AnswerBuilder, judgedWith: JudgedWith): FirstHandshakesListener {
  return {
    onChain(chain) {
      facts.certificates = readCertificates(chain, facts.target.peerHost, judgedWith);
      facts.ocspStapled = chain.ocspResponse !== null;
      report('certificate');
    },
    onIntolerances(types) {
      facts.intolerances = types;
    },
    onOtherProtocol() {
      facts.refusesWebProtocols = true;
    },
    onImplicitTls() {
      facts.target = { ...facts.target, startTls: null };
    },
  };
}

function noteFirstHandshakes({ facts, report }: AnswerBuilder, { first, session }: FirstHandshakes): void {
  facts.negotiated = negotiatedOf(session, first?.accepted ?? null);
  facts.certificates = withKeyUsage(facts.certificates, facts.negotiated?.suite ?? null);
  facts.hello = first?.accepted.hello ?? null;
  facts.isCommonOffer = first?.isCommonOffer ?? false;
  facts.clientAuth = clientAuthOf(first, session);
  report('negotiated');
}

/** Runs all measurements that follow the first handshakes. */
async function measure(
  scan: Scan,
  { first, session, refusal }: FirstHandshakes,
  observed: Observed,
  answer: AnswerBuilder,
  { judgedWith, isDeep }: { readonly judgedWith: JudgedWith; readonly isDeep: boolean },
): Promise<void> {
  if (first === null) {
    const certificate = await findSslv2(scan, observed, refusal);
    if (certificate === null) return;
    const chain = { certificates: [certificate], ocspResponse: null, timestamps: [] };
    answer.facts.certificates = readCertificates(chain, answer.facts.target.peerHost, judgedWith);
    return answer.report('certificate');
  }
  await Promise.all([
    runStages(scan, first, observed, answer.reportStage, { session, isDeep }),
    untilStopped(settleClientAuth(scan, first, session, answer)),
  ]);
}

/** Makes a first handshake with every other address of the name. */
async function checkOtherAddresses(
  { scan, addresses, allowance }: CheckedServer,
  { service }: CheckedTarget,
  answer: AnswerBuilder,
  net: Net,
) {
  const { asked } = splitAddresses(addresses, scan.peer.address);
  const unknown = asked.filter(({ address }) => !answer.facts.others.has(address));
  await handshakeWithAddresses(unknown, { net, service, allowance, main: scan }, (one) => {
    answer.facts.others.set(one.address, one);
    answer.report('served');
  });
}

/** A server that requests a client certificate may also require it. */
async function settleClientAuth(
  scan: Scan,
  first: FirstHandshake,
  session: CurrentSession | null,
  answer: AnswerBuilder,
) {
  if (answer.facts.clientAuth !== 'requested') return;
  if (await requiresClientCertificate({ ...scan, purpose: 'client-certificate' }, first, session))
    answer.facts.clientAuth = 'required';
  answer.report('negotiated');
}

function nothingKnown(
  { scan: { peer }, addresses, failed }: CheckedServer,
  { domain, host, port }: CheckedTarget,
  judgedWith: JudgedWith,
): AnswerBuilder['facts'] {
  const { notAsked } = splitAddresses(addresses, peer.address);
  const others = [...notAsked.map(({ address }) => addressWithoutCertificate(address, 'not_asked')), ...failed];
  return {
    addresses: addresses.map(({ address }) => address),
    others: new Map(others.map((one) => [one.address, one])),
    target: { domain, peerHost: host, peerPort: port, address: peer.address, startTls: peer.startTls },
    certificates: readCertificates({ certificates: null, ocspResponse: null, timestamps: [] }, host, judgedWith),
    hello: null,
    isCommonOffer: false,
    intolerances: null,
    refusesWebProtocols: false,
    negotiated: null,
    clientAuth: null,
    ocspStapled: null,
    missingCertificates: null,
    fetchedIssuers: [],
    quic: null,
    greeting: null,
  };
}

/** Opportunistic security (RFC 7435): mail between servers, and XMPP servers that verify each other by dialback (XEP-0220). */
function isOpportunistic({ startTls, port }: Peer): boolean {
  return (startTls === 'smtp' && port !== SUBMISSION_PORT) || startTls === 'xmpp-server';
}

/**
 * A server that refuses TLS may still speak SSLv2. Returns its certificate, or null if it sends none.
 * @throws NetFailure when it does not speak SSLv2 either
 */
async function findSslv2(scan: Scan, observed: Observed, refusal: NetFailure | null): Promise<Uint8Array | null> {
  const reply = await sendSslv2Hello(scan);
  if (reply === null) throw refusal ?? new NetFailure('handshake-failed', 'the server refuses every version');
  for (const name of versionNames) {
    observed.versions[name].isAccepted = false;
    observed.versions[name].isComplete = true;
  }
  noteSslv2(observed, reply);
  observed.areGroupsComplete = true;
  observed.areKeysComplete = true;
  observed.heartbleed = false;
  observed.earlyCcs = false;
  observed.robot = 'none';
  return reply.certificate.length > 0 ? reply.certificate : null;
}
