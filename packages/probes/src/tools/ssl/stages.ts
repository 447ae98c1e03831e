import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
import { CheckStopped } from '../../engines/tls/connection/budget.ts';
import type { Scan } from '../../engines/tls/connection/dial.ts';
import type { CurrentSession } from '../../engines/tls/handshake/current-client.ts';
import type { ServerHandshakes } from '../../engines/tls/handshake/first-handshakes.ts';
import type { FirstHandshake } from '../../engines/tls/handshake/first-hello.ts';
import { versions } from '../../protocols/tls-records/registries/versions.ts';
import { createAlpnSearch, finishAlpn, type SharedAlpnSearch, shareAlpnSearch } from './behaviour/alpn-search.ts';
import {
  fallbackOffer,
  openOlderSession,
  testCurrentSession,
  testFallbackScsv,
  testOlderResumption,
  testRenegotiation,
} from './behaviour/behaviour.ts';
import { testLongHellos } from './behaviour/long-hellos.ts';
import { testSha1Signatures } from './behaviour/sha1-signatures.ts';
import { checkClients } from './clients/handshakes.ts';
import type { Observed } from './observed.ts';
import { createProber, type Prober } from './prober/prober.ts';
import { addChain, createChainCollector } from './served/chain-collector.ts';
import { findOtherKeys } from './served/other-keys.ts';
import { testWithoutName } from './served/without-server-name.ts';
import { enumerateSuites, type OlderVersion, type VersionResponse } from './suites/enumerate-suites.ts';
import { enumerateTls12Groups, findCurvesEarly } from './suites/enumerate-tls12-groups.ts';
import { enumerateTls13, type Tls13Pick } from './suites/enumerate-tls13.ts';
import { noteSslv2, sendSslv2Hello } from './suites/sslv2.ts';
import { testEarlyCcs } from './vulnerabilities/early-ccs.ts';
import { testHeartbleed } from './vulnerabilities/heartbleed.ts';
import { testRobot } from './vulnerabilities/robot.ts';

/** Shorter round trips than this add little to the duration of a check. */
const NEAR_MS = 20;

/** The part of a check that has just progressed. */
export type Stage = 'version' | 'groups' | 'experiments' | 'behaviour' | 'served';

/**
 * Runs every test after the first handshakes, concurrently as far as the budget allows, and writes the results into
 * `observed`. When the budget stops the check, it returns without an error, and what was not reached stays unknown.
 * @throws the caller's reason when the caller gave up
 */
export async function runStages(
  scan: Scan,
  first: FirstHandshake,
  observed: Observed,
  onStage: (stage: Stage) => void,
  { session = null, isDeep = false }: { readonly session?: CurrentSession | null; readonly isDeep?: boolean } = {},
): Promise<void> {
  const collector = createChainCollector(observed);
  if (session !== null) addChain(observed.servedChains, session);
  collector.note(first.accepted.flight);
  const prober = createProber(scan, first.known, collector);
  // If the first handshakes used two versions, the version that clients fall back to is already known.
  const fallsBackTo = session !== null && session.version > first.known.version ? first.known : null;
  const earlyFallback = fallsBackTo && testFallbackScsv(prober, fallsBackTo, observed);
  const { tls13, curves, older, olderFound, sharedAlpn } = startSearches(prober, { first, session }, observed, onStage);
  const fallback = earlyFallback ?? testFallbackLater(prober, { older, tls13 }, observed);
  const earlyCurves = tls13.then(async () => {
    if (observed.versions['TLSv1.3'].isAccepted === false) await findCurvesEarly(prober, observed, first.known.version);
  });
  const groups = olderFound.then(async () => {
    await Promise.race([curves, earlyCurves]);
    await enumerateTls12Groups(prober, observed, older);
    await Promise.all([older, tls13]);
    observed.areGroupsComplete = true;
    // May have found DHE suites that need a named group.
    onStage('version');
    onStage('groups');
  });
  const robot = olderFound.then(async () => {
    await Promise.all([older, tls13]);
    observed.robot = await testRobot(usedFor(scan, 'robot'), observed, isDeep);
    onStage('experiments');
  });
  if (session?.client)
    observed.handshakes.set(session.client, { kind: 'agreed', version: session.version, suite: session.suite });
  const current = testCurrentSession(usedFor(scan, 'resumption'), session, observed).then(() => onStage('behaviour'));
  // If no current client can connect, further hellos from such clients reveal nothing new.
  const clients =
    session === null
      ? current
      : current.then(() => checkClients(usedFor(scan, 'client-handshake'), first.known, observed.handshakes));
  const isWithoutChromium = session !== null && session.client === null && scan.without.length === 0;
  const longHellos = isWithoutChromium
    ? findLongHellos(usedFor(scan, 'client-handshake'), observed)
    : Promise.resolve();
  const experiments = runExperiments(scan, first, observed, tls13).then(() => onStage('experiments'));
  const keys = older
    .then(() => findOtherKeys(usedFor(scan, 'other-keys'), { first, session }, observed))
    .then(() => onStage('served'));
  const nameless = testWithoutName(usedFor(scan, 'without-server-name'), { first, session }, observed).then(() =>
    onStage('served'),
  );
  const sha1 = testSha1Signatures(prober, first, observed);
  const alpn = Promise.race([sharedAlpn.ended, older]).then(() => finishAlpn(prober, { first, session }, observed));
  const opened = Promise.all([older, current]).then(() =>
    openOlderSession(usedFor(scan, 'resumption'), { first, session }, observed),
  );
  const sessions = opened.then(async (handshake) => {
    if (handshake !== null) await testOlderResumption(usedFor(scan, 'resumption'), handshake, observed);
  });
  const renegotiation = fallback.then(async () => {
    // Some servers pause after it, which would delay the other tests of a server that handles one client at a time. Whether it
    // does is not known yet where it is near, and there the wait for the others is short. The resumption has its connection by
    // then, so the server comes to it first.
    if (prober.isSerial() || scan.roundTripMs < NEAR_MS)
      await Promise.all([groups, alpn, opened, experiments, robot, keys, nameless]);
    await testRenegotiation(usedFor(scan, 'renegotiation'), first, observed);
  });
  const behaviour = Promise.all([alpn, sessions, renegotiation]).then(() => onStage('behaviour'));
  const searches = [tls13, earlyCurves, older, groups, keys, nameless];
  const tests = [robot, sha1, fallback, alpn, sessions, renegotiation, behaviour, clients, longHellos, experiments];
  await Promise.all([...searches, ...tests].map(untilStopped));
}

async function findLongHellos(scan: Scan, observed: Observed): Promise<void> {
  observed.longHellos = await testLongHellos(scan);
}

interface Searches {
  readonly tls13: Promise<void>;
  /** Resolves when all groups of TLS 1.3 except finite fields are known; never without TLS 1.3. */
  readonly curves: Promise<void>;
  readonly older: Promise<void>;
  /** The same, when all suites are known but not yet in order. */
  readonly olderFound: Promise<void>;
  readonly sharedAlpn: SharedAlpnSearch;
}

/** Starts the searches for versions, suites, groups and application protocols, longest first. */
function startSearches(
  prober: Prober,
  { first, session }: ServerHandshakes,
  observed: Observed,
  onStage: (stage: Stage) => void,
): Searches {
  const onVersion = () => onStage('version');
  let onCurves = () => {};
  const curves = new Promise<void>((resolve) => {
    onCurves = resolve;
  });
  const tls13 = enumerateTls13(prober, observed, { seen: picked13(session), onCurves }).then(onVersion);
  const sharedAlpn = shareAlpnSearch(createAlpnSearch(observed));
  const { found: olderFound, sorted: older } = enumerateOlder(prober, first, { observed, alpn: sharedAlpn, onVersion });
  return { tls13, curves, older, olderFound, sharedAlpn };
}

async function testFallbackLater(
  prober: Prober,
  { older, tls13 }: Pick<Searches, 'older' | 'tls13'>,
  observed: Observed,
): Promise<void> {
  await older;
  if (observed.versions['TLSv1.3'].isAccepted === null) await tls13;
  const offer = fallbackOffer(observed);
  if (offer !== null) await testFallbackScsv(prober, offer, observed);
}

interface OlderVersionsParts {
  readonly observed: Observed;
  readonly alpn: SharedAlpnSearch;
  onVersion(): void;
}

/** A search for suites. */
interface SuiteSearch {
  /** All are known. */
  readonly found: Promise<void>;
  /** They are in order. */
  readonly sorted: Promise<void>;
}

function enumerateOlder(
  prober: Prober,
  first: FirstHandshake,
  { observed, alpn, onVersion }: OlderVersionsParts,
): SuiteSearch {
  const picked = first.isCommonOffer ? first.accepted : null;
  if (picked?.hello.alpn) alpn.note(picked.hello.alpn);
  const ask = (name: OlderVersion, onFirstResponse: (response: VersionResponse) => void = () => {}) => {
    const isPicked = picked?.hello.version === versions[name];
    return searchOf(async (onFound) => {
      await enumerateSuites(prober, name, observed, {
        first: isPicked ? picked : null,
        alpn: name === 'TLSv1.2' ? alpn : null,
        isLongest: isPicked,
        ...{ onFirstResponse, onFound },
      });
      onVersion();
    });
  };
  /** A server that supports an older version answers with that one (RFC 5246 appendix E.1). */
  const askOldest = (): SuiteSearch => {
    const oldest = ['TLSv1', 'SSLv3'] as const;
    const further: SuiteSearch[] = [];
    const newest = ask('TLSv1.1', (response) => {
      if (response !== 'unknown-version') return further.push(...oldest.map((name) => ask(name)));
      for (const name of oldest) Object.assign(observed.versions[name], { isAccepted: false, isComplete: true });
      return onVersion();
    });
    return {
      found: newest.found.then(() => allOf(further, 'found')),
      sorted: newest.sorted.then(() => allOf(further, 'sorted')),
    };
  };
  const askOldestOfAll = () =>
    searchOf(async () => {
      noteSslv2(observed, await sendSslv2Hello(prober.scan));
      onVersion();
    });
  const all = [ask('TLSv1.2'), askOldest(), askOldestOfAll()];
  return { found: allOf(all, 'found'), sorted: allOf(all, 'sorted') };
}

/** A search that tells when it has found everything; else it has at its end. Its failure is reported where it is awaited. */
function searchOf(search: (onFound: () => void) => Promise<void>): SuiteSearch {
  let onFound = () => {};
  const early = new Promise<void>((resolve) => {
    onFound = resolve;
  });
  const sorted = search(() => onFound());
  const found = Promise.race([early, sorted]);
  for (const one of [found, sorted]) one.catch(() => {});
  return { found, sorted };
}

async function allOf(searches: readonly SuiteSearch[], what: keyof SuiteSearch): Promise<void> {
  await Promise.all(searches.map((one) => one[what]));
}

/** What the browser's handshake has already shown about TLS 1.3. */
function picked13(session: CurrentSession | null): Tls13Pick | null {
  return session?.version === versions['TLSv1.3'] ? session : null;
}

/** Runs the active tests for vulnerabilities that are still possible; they change nothing on the server. */
async function runExperiments(
  scan: Scan,
  { known, accepted }: FirstHandshake,
  observed: Observed,
  tls13: Promise<void>,
) {
  const { version, hasHeartbeat } = accepted.hello;
  // A server that lacks the extension does not answer heartbeats.
  const heartbleed = hasHeartbeat ? testHeartbleed(usedFor(scan, 'heartbleed'), known) : Promise.resolve(false);
  const earlyCcs = async () => {
    await tls13;
    // Implementations of TLS 1.3 are newer than this vulnerability.
    if (observed.versions['TLSv1.3'].isAccepted) return false;
    return version < versions['TLSv1.3'] ? testEarlyCcs(usedFor(scan, 'early-ccs'), known) : null;
  };
  [observed.heartbleed, observed.earlyCcs] = await Promise.all([heartbleed, earlyCcs()]);
}

/** The same scan, whose connections a recording assigns to one part of the answer. */
function usedFor(scan: Scan, purpose: EvidencePurpose): Scan {
  return { ...scan, purpose };
}

/** A stopped check is not an error: what was found remains valid. */
export async function untilStopped(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
  }
}
