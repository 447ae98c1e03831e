import type { EvidencePurpose } from '@sonde/contract/evidence/evidence';
import type { DeclaredStage } from '../../async/schedule.ts';
import type { Scan } from '../../engines/tls/connection/dial.ts';
import type { ServerHandshakes } from '../../engines/tls/handshake/first-handshakes.ts';
import type { FirstHandshake } from '../../engines/tls/handshake/first-hello.ts';
import type { Tls12Handshake } from '../../engines/tls/handshake/tls12/tls12-handshake.ts';
import { versions } from '../../protocols/tls-records/registries/versions.ts';
import { finishAlpn, type SharedAlpnSearch } from './behaviour/alpn-search.ts';
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
import type { Prober } from './prober/prober.ts';
import { findOtherKeys } from './served/other-keys.ts';
import { testWithoutName } from './served/without-server-name.ts';
import { enumerateTls12Groups, findCurvesEarly } from './suites/enumerate-tls12-groups.ts';
import { enumerateTls13 } from './suites/enumerate-tls13.ts';
import { enumerateOlder } from './suites/older-versions.ts';
import { testEarlyCcs } from './vulnerabilities/early-ccs.ts';
import { testHeartbleed } from './vulnerabilities/heartbleed.ts';
import { testRobot } from './vulnerabilities/robot.ts';

/** Shorter round trips than this add little to the duration of a check. */
const NEAR_MS = 20;

/** The part of a check that has just progressed. */
export type Stage = 'version' | 'groups' | 'experiments' | 'behaviour' | 'served';

export interface CheckState extends ServerHandshakes {
  readonly scan: Scan;
  readonly prober: Prober;
  readonly observed: Observed;
  readonly isDeep: boolean;
  /** Starts in the hellos of the search for suites. */
  readonly alpn: SharedAlpnSearch;
  /** If the first handshakes used two versions, the older one, to which clients fall back; otherwise null. */
  readonly fallsBackTo: FirstHandshake['known'] | null;
  tell(part: Stage): void;
}

export type Milestone =
  | ('fallback' | 'tls13' | 'tls13-curves' | 'older' | 'older-found' | 'alpn-shared' | 'first-curves')
  | ('groups-found' | 'groups' | 'robot' | 'current-session' | 'clients' | 'long-hellos' | 'heartbleed' | 'early-ccs')
  | ('other-keys' | 'without-name' | 'sha1' | 'alpn' | 'older-session-opened' | 'older-session' | 'renegotiation')
  | 'behaviour';

export interface SslStage extends DeclaredStage<Milestone, CheckState> {
  /** What its connections are for, in a recording; absent for the search itself. */
  readonly purpose?: EvidencePurpose;
  /** How many connections it opens, in words. */
  readonly connections: string;
  /** What its end is told as. */
  readonly tells?: readonly Stage[];
}

/** Every test after the first handshakes, in the order in which they start: the longest searches first. */
export const sslStages: readonly SslStage[] = [
  {
    name: 'fallback',
    when: ({ fallsBackTo }) => fallsBackTo !== null,
    needs: [],
    connections: '1',
    run: ({ prober, fallsBackTo, observed }) => fallsBackTo && testFallbackScsv(prober, fallsBackTo, observed),
  },
  {
    name: 'tls13',
    needs: [],
    // All groups but finite fields are known; early only with TLS 1.3.
    gives: ['tls13-curves'],
    connections: 'one per suite and group, and one each for their end',
    tells: ['version'],
    run: ({ prober, observed, session }, { reach }) => {
      // What the browser's handshake has already shown.
      const seen = session?.version === versions['TLSv1.3'] ? session : null;
      return enumerateTls13(prober, observed, { seen, onCurves: () => reach('tls13-curves') });
    },
  },
  {
    name: 'older',
    needs: [],
    // All suites are known, but not yet in order; and the search for application protocols has hellos of its own now.
    gives: ['older-found', 'alpn-shared'],
    connections: 'one per suite, one per refusal, and a few for their order',
    run: async ({ prober, first, observed, alpn, tell }, { reach }) => {
      const { found, sorted } = enumerateOlder(prober, first, { observed, alpn, onVersion: () => tell('version') });
      found.then(() => reach('older-found')).catch(() => {});
      alpn.ended.then(() => reach('alpn-shared'));
      await sorted;
    },
  },
  {
    name: 'fallback',
    when: ({ fallsBackTo }) => fallsBackTo === null,
    needs: ['older'],
    alsoNeeds: ({ observed }) => (observed.versions['TLSv1.3'].isAccepted === null ? ['tls13'] : []),
    connections: '1',
    run: ({ prober, observed }) => {
      const offer = fallbackOffer(observed);
      return offer && testFallbackScsv(prober, offer, observed);
    },
  },
  {
    name: 'first-curves',
    // With TLS 1.3 its groups come first, because most of them are those of TLS 1.2 as well.
    needs: ['tls13-curves'],
    connections: '1 without TLS 1.3',
    run: ({ prober, observed, first }) =>
      observed.versions['TLSv1.3'].isAccepted === false && findCurvesEarly(prober, observed, first.known.version),
  },
  {
    name: 'groups-found',
    needs: ['older-found', 'first-curves'],
    connections: 'one per group that is not known yet',
    run: ({ prober, observed }, { until }) => enumerateTls12Groups(prober, observed, until('older')),
  },
  {
    name: 'groups',
    needs: ['groups-found', 'older', 'tls13'],
    connections: 'none',
    // The search may have found DHE suites that need a named group.
    tells: ['version', 'groups'],
    run: ({ observed }) => {
      observed.areGroupsComplete = true;
    },
  },
  {
    name: 'robot',
    needs: ['older', 'tls13'],
    purpose: 'robot',
    connections: 'ten where RSA key exchange is accepted',
    tells: ['experiments'],
    run: async ({ scan, observed, isDeep }) => {
      observed.robot = await testRobot(scan, observed, isDeep);
    },
  },
  {
    name: 'current-session',
    needs: [],
    purpose: 'resumption',
    connections: '1 or 2',
    tells: ['behaviour'],
    run: ({ scan, session, observed }) => testCurrentSession(scan, session, observed),
  },
  {
    name: 'clients',
    // If no current client can connect, further hellos from such clients reveal nothing new.
    when: ({ session }) => session !== null,
    needs: ['current-session'],
    purpose: 'client-handshake',
    connections: 'one per client whose outcome does not follow from others',
    run: ({ scan, first, session, observed }) =>
      checkClients(scan, first.known, observed.handshakes, { withoutChromium: session?.client === null }),
  },
  {
    name: 'long-hellos',
    when: ({ session, scan }) => session !== null && session.client === null && scan.without.length === 0,
    needs: [],
    purpose: 'client-handshake',
    connections: '4, and one if Chromium is refused',
    run: async ({ scan, first, observed }) => {
      observed.longHellos = await testLongHellos(scan, first.known, observed.handshakes);
    },
  },
  {
    name: 'heartbleed',
    needs: [],
    purpose: 'heartbleed',
    connections: '1 where the server has the extension',
    tells: ['experiments'],
    // A server that lacks the extension does not answer heartbeats.
    run: async ({ scan, first, observed }) => {
      observed.heartbleed = first.accepted.hello.hasHeartbeat ? await testHeartbleed(scan, first.known) : false;
    },
  },
  {
    name: 'early-ccs',
    needs: ['tls13'],
    purpose: 'early-ccs',
    connections: '1 without TLS 1.3',
    tells: ['experiments'],
    run: async (state) => {
      state.observed.earlyCcs = await earlyCcsOf(state);
    },
  },
  {
    name: 'other-keys',
    needs: ['older'],
    purpose: 'other-keys',
    connections: 'one per kind of key that was not seen',
    tells: ['served'],
    run: ({ scan, first, session, observed }) => findOtherKeys(scan, { first, session }, observed),
  },
  {
    name: 'without-name',
    needs: [],
    purpose: 'without-server-name',
    connections: '1',
    tells: ['served'],
    run: ({ scan, first, session, observed }) => testWithoutName(scan, { first, session }, observed),
  },
  {
    name: 'sha1',
    needs: [],
    connections: '1',
    run: ({ prober, first, observed }) => testSha1Signatures(prober, first, observed),
  },
  {
    name: 'alpn',
    needs: ['alpn-shared'],
    connections: 'one per protocol beyond the first three',
    run: ({ prober, first, session, observed }) => finishAlpn(prober, { first, session }, observed),
  },
  {
    name: 'older-session',
    needs: ['older', 'current-session'],
    gives: ['older-session-opened'],
    purpose: 'resumption',
    connections: '2 or 3 where a version before TLS 1.3 is accepted',
    run: async ({ scan, first, session, observed }, { reach, until }) => {
      const handshake = await openOlderSession(scan, { first, session }, observed);
      reach('older-session-opened');
      if (handshake !== null) await testResumptionBesideRobot(scan, handshake, observed, until('robot'));
    },
  },
  {
    name: 'renegotiation',
    needs: ['fallback'],
    // Some servers pause after it, which would delay the other tests of a server that handles one client at a time. Whether it
    // does is not known yet where it is near, and there the wait for the others is short. The resumption has its connection by
    // then, so the server comes to it first.
    alsoNeeds: ({ prober, scan }) =>
      prober.isSerial() || scan.roundTripMs < NEAR_MS
        ? ['groups', 'alpn', 'older-session-opened', 'heartbleed', 'early-ccs', 'robot', 'other-keys', 'without-name']
        : [],
    purpose: 'renegotiation',
    connections: '1 or 2 where a version before TLS 1.3 is accepted',
    run: ({ scan, first, observed }) => testRenegotiation(scan, first, observed),
  },
  {
    name: 'behaviour',
    needs: ['alpn', 'older-session', 'renegotiation'],
    connections: 'none',
    tells: ['behaviour'],
    run: () => {},
  },
];

/**
 * A server that handles one client at a time waits for the silent connections of the test for ROBOT first, which may take
 * longer than an exchange: without an answer meanwhile, the session is offered again afterwards.
 */
async function testResumptionBesideRobot(
  scan: Scan,
  handshake: Tls12Handshake,
  observed: Observed,
  robot: Promise<void>,
): Promise<void> {
  let isRobotOver = false;
  const noteEnd = () => {
    isRobotOver = true;
  };
  robot.then(noteEnd, noteEnd);
  await testOlderResumption(scan, handshake, observed);
  if (observed.behaviour.resumption !== null || isRobotOver) return;
  await robot;
  await testOlderResumption(scan, handshake, observed);
}

async function earlyCcsOf({ scan, first, observed }: CheckState): Promise<boolean | null> {
  // Implementations of TLS 1.3 are newer than this vulnerability.
  if (observed.versions['TLSv1.3'].isAccepted) return false;
  return first.accepted.hello.version < versions['TLSv1.3'] ? testEarlyCcs(scan, first.known) : null;
}
