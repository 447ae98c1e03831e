import { versions } from '../../protocols/tls-records/versions.ts';
import { createAlpnSearch, finishAlpn } from './alpn-search.ts';
import { testCurrentSession, testFallbackScsv, testOlderSessions, testRenegotiation } from './behaviour.ts';
import { CheckStopped } from './budget.ts';
import { checkClients } from './clients/handshakes.ts';
import type { CurrentSession } from './current-client.ts';
import type { Scan } from './dial.ts';
import { testEarlyCcs } from './early-ccs.ts';
import { enumerateSuites, type OlderVersion } from './enumerate-suites.ts';
import type { FirstAnswer } from './first-hello.ts';
import { testHeartbleed } from './heartbleed.ts';
import type { Observed } from './observed.ts';
import { enumerateOlderGroups } from './older-groups.ts';
import { createProber, type Prober } from './prober.ts';
import { testRobot } from './robot.ts';
import { addSent, createChainWatch } from './served/chain-watch.ts';
import { testWithoutName } from './served/nameless.ts';
import { findOtherKeys } from './served/other-keys.ts';
import { askSslv2, noteSslv2 } from './sslv2.ts';
import { enumerateTls13, type Picked13 } from './tls13.ts';

/** What has just become known. */
export type Stage = 'version' | 'groups' | 'experiments' | 'behaviour' | 'served';

/**
 * Asks everything that is asked after the first hello, as much at once as the budget allows, and writes it into
 * `observed`. A check that is stopped ends here without an error: what was not reached stays unknown.
 * @throws the caller's reason when the caller gave up
 */
export async function runStages(
  scan: Scan,
  first: FirstAnswer,
  observed: Observed,
  onStage: (stage: Stage) => void,
  session: CurrentSession | null = null,
): Promise<void> {
  const watch = createChainWatch(observed);
  if (session !== null) addSent(observed.sent, session);
  watch.note(first.accepted.flight);
  const prober = createProber(scan, first.known, watch);
  const tls13 = enumerateTls13(prober, observed, picked13(session)).then(() => onStage('version'));
  const older = enumerateOlder(prober, first, observed, () => onStage('version'));
  const groups = older.then(async () => {
    await tls13;
    await enumerateOlderGroups(prober, observed);
    // It may have shown suites that are there for clients which name a finite field.
    onStage('version');
    onStage('groups');
  });
  const robot = groups.then(async () => {
    if (observed.robot === 'not-asked') return;
    observed.robot = await testRobot(scan, observed);
    onStage('experiments');
  });
  if (session?.client)
    observed.handshakes.set(session.client, { kind: 'agreed', version: session.version, suite: session.suite });
  const current = testCurrentSession(scan, session, observed).then(() => onStage('behaviour'));
  // Where no current client gets in, their hellos tell nothing new.
  const clients = session === null ? current : current.then(() => checkClients(scan, first.known, observed.handshakes));
  const experiments = runExperiments(scan, first, observed, tls13).then(() => onStage('experiments'));
  const keys = older.then(() => findOtherKeys(scan, { first, session }, observed)).then(() => onStage('served'));
  const nameless = testWithoutName(scan, { first, session }, observed).then(() => onStage('served'));
  const behaviour = older.then(async () => {
    if (observed.versions['TLSv1.3'].isAccepted === null) await tls13;
    await Promise.all([testFallbackScsv(prober, observed), finishAlpn(prober, { first, session }, observed)]);
    await testOlderSessions(scan, { first, session }, observed);
    // Some servers pause after it, which matters where one client waits for the other.
    if (prober.isSerial()) await Promise.all([groups, current, experiments, robot, keys, nameless]);
    await testRenegotiation(scan, first, observed);
    onStage('behaviour');
  });
  const all = [tls13, older, groups, robot, behaviour, clients, experiments, keys, nameless];
  await Promise.all(all.map(untilStopped));
}

async function enumerateOlder(prober: Prober, first: FirstAnswer, observed: Observed, onVersion: () => void) {
  const picked = first.isUsual ? first.accepted : null;
  const alpn = createAlpnSearch(observed);
  if (picked?.hello.alpn) alpn.note(picked.hello.alpn);
  const ask = async (name: OlderVersion) => {
    const isPicked = picked?.hello.version === versions[name];
    const reception = await enumerateSuites(prober, name, observed, {
      first: isPicked ? picked : null,
      alpn: name === 'TLSv1.2' ? alpn : null,
    });
    onVersion();
    return reception;
  };
  /** A server that knows an older version answers with that one (RFC 5246 appendix E.1). */
  const askOldest = async () => {
    const oldest = ['TLSv1', 'SSLv3'] as const;
    if ((await ask('TLSv1.1')) !== 'unknown-version') return Promise.all(oldest.map(ask));
    for (const name of oldest) Object.assign(observed.versions[name], { isAccepted: false, isComplete: true });
    onVersion();
    return [];
  };
  const askOldestOfAll = async () => {
    noteSslv2(observed, await askSslv2(prober.scan));
    onVersion();
  };
  await Promise.all([ask('TLSv1.2'), askOldest(), askOldestOfAll()]);
}

/** What a browser's handshake has shown already of TLS 1.3. */
function picked13(session: CurrentSession | null): Picked13 | null {
  return session?.version === versions['TLSv1.3'] ? session : null;
}

/** Those that change nothing on the server and can show something. */
async function runExperiments(scan: Scan, { known, accepted }: FirstAnswer, observed: Observed, tls13: Promise<void>) {
  const { version, hasHeartbeat } = accepted.hello;
  // Without the extension a server answers no heartbeat.
  const heartbleed = hasHeartbeat ? testHeartbleed(scan, known) : Promise.resolve(false);
  const earlyCcs = async () => {
    await tls13;
    // Whatever knows TLS 1.3 was written long after.
    if (observed.versions['TLSv1.3'].isAccepted) return false;
    return version < versions['TLSv1.3'] ? testEarlyCcs(scan, known) : null;
  };
  [observed.heartbleed, observed.earlyCcs] = await Promise.all([heartbleed, earlyCcs()]);
}

/** Stopping is no error: what was found stands. */
export async function untilStopped(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
  }
}
