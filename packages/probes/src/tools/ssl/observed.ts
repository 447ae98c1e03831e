import type { ServedChain } from '../../engines/tls/certificate/served-chain.ts';
import { type VersionName, versionNames } from '../../protocols/tls-records/registries/versions.ts';
import type { LongHellos } from './behaviour/long-hellos.ts';
import type { ClientHandshakes } from './clients/handshakes.ts';
import type { CipherOrder } from './suites/cipher-order.ts';
import type { DhPrime } from './suites/known-dh-primes.ts';

/** What is known about one protocol version. */
export interface VersionFacts {
  /** Null until tested. */
  isAccepted: boolean | null;
  /** In the server's order if it has one, otherwise in ours. */
  readonly suites: string[];
  /** Null until known, and when there are fewer than two suites. */
  cipherOrder: CipherOrder | null;
  /** True when everything about the version has been tested. */
  isComplete: boolean;
}

/** A server that reveals how a secret was padded, see `robot.ts`. */
export interface RobotOracle {
  /** Strong: it also reveals when only the prefix is valid, so that an attack needs few handshakes. */
  readonly strength: 'weak' | 'strong';
  /** Which reaction each padding caused. */
  readonly answers: string;
}

export type RobotResult = 'unknown' | 'none' | RobotOracle;

/** What a check has found so far. The stages write into it; anything they do not reach keeps its initial value. */
export interface Observed {
  readonly versions: Readonly<Record<VersionName, VersionFacts>>;
  /** Accepted groups by number, in the server's order. */
  readonly groups: number[];
  areGroupsComplete: boolean;
  /** Bits of the smallest finite-field key in any suite, and in suites that authenticate the server; null without one. */
  minDhBits: number | null;
  minAuthenticatedDhBits: number | null;
  /** The primes of finite-field keys, without duplicates. */
  readonly dhPrimes: DhPrime[];
  /** Whether the server signs with SHA-1 in TLS 1.2 although the client offers better; null if that is not known. */
  signsOnlyWithSha1: boolean | null;
  /** Bits of the smallest export RSA key; null without one. */
  minExportBits: number | null;
  /** Application protocols in the order in which the server selected them. */
  readonly alpn: { readonly protocols: string[]; isComplete: boolean };
  readonly behaviour: Behaviour;
  /** The chains presented to clients that send a server name, without duplicates. */
  readonly servedChains: ServedChain[];
  /** True when certificates of every key type have been searched for. */
  areKeysComplete: boolean;
  /** What clients without a server name are presented; null while unknown, and where clients send no name at all. */
  nameless: ServedChain | 'refused' | null;
  /** Results of the hellos of well-known clients. */
  readonly handshakes: ClientHandshakes;
  /** The server, or something in front of it, stays silent at long hellos; null if that was not seen. */
  longHellos: LongHellos | null;
  /** Result of the active test; null if it was not run or was inconclusive. */
  heartbleed: boolean | null;
  earlyCcs: boolean | null;
  robot: RobotResult;
  /** Clients accept any certificate, and even a connection without TLS (RFC 7435): mail between servers. */
  readonly isOpportunistic: boolean;
}

/** Behaviour apart from accepted versions and suites. Null: not measurable, or not applicable with a single version. */
export interface Behaviour {
  /** It rejects a downgrade to an older version (RFC 7507). */
  fallbackScsv: boolean | null;
  /** It accepts a renegotiation initiated by the client, in TLS 1.2 or older. */
  clientRenegotiation: boolean | null;
  /** It sends session tickets in the version that a current client negotiates. */
  sessionTickets: boolean | null;
  ticketLifetimeSeconds: number | null;
  /** It resumed a session in the version that a current client negotiates. */
  resumption: boolean | null;
  /** Octets of early data that its tickets permit (RFC 8446 section 4.2.10), 0 for none; null when no ticket was seen. */
  maxEarlyDataBytes: number | null;
}

export function nothingObserved({ isOpportunistic = false } = {}): Observed {
  const facts = (): VersionFacts => ({ isAccepted: null, suites: [], cipherOrder: null, isComplete: false });
  return {
    versions: Object.fromEntries(versionNames.map((name) => [name, facts()])) as unknown as Observed['versions'],
    groups: [],
    areGroupsComplete: false,
    minDhBits: null,
    minAuthenticatedDhBits: null,
    dhPrimes: [],
    signsOnlyWithSha1: null,
    minExportBits: null,
    alpn: { protocols: [], isComplete: false },
    behaviour: {
      fallbackScsv: null,
      clientRenegotiation: null,
      sessionTickets: null,
      ticketLifetimeSeconds: null,
      resumption: null,
      maxEarlyDataBytes: null,
    },
    servedChains: [],
    areKeysComplete: false,
    nameless: null,
    handshakes: new Map(),
    longHellos: null,
    heartbleed: null,
    earlyCcs: null,
    robot: 'unknown',
    isOpportunistic,
  };
}
