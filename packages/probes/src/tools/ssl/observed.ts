import type { ServedChain } from '../../engines/tls/certificate/served-chain.ts';
import { type VersionName, versionNames } from '../../protocols/tls-records/registries/versions.ts';
import type { ClientHandshakes } from './clients/handshakes.ts';
import type { CipherOrder } from './suites/cipher-order.ts';
import type { DhPrime } from './suites/known-dh-primes.ts';

/** What is known about one version. */
export interface VersionFacts {
  /** Null until it has been tested. */
  isAccepted: boolean | null;
  /** In the server's order if it has one, else in ours. */
  readonly suites: string[];
  /** Null until it is known, and with fewer than two suites. */
  cipherOrder: CipherOrder | null;
  /** True when everything about it has been tested. */
  isComplete: boolean;
}

/** A server that reveals the padding of a secret, see `robot.ts`. */
export interface RobotOracle {
  /** Strong: it also reveals that only the prefix is valid, so that an attack needs few handshakes. */
  readonly strength: 'weak' | 'strong';
  /** Which reaction came to which padding. */
  readonly answers: string;
}

export type RobotResult = 'not-asked' | 'unknown' | 'none' | RobotOracle;

/** What a check has found so far. The stages write into it; what they did not reach keeps its initial value. */
export interface Observed {
  readonly versions: Readonly<Record<VersionName, VersionFacts>>;
  /** Accepted groups by number, in the server's order. */
  readonly groups: number[];
  areGroupsComplete: boolean;
  /** Bits of the smallest finite-field key in any suite, and in those that authenticate the server; null without one. */
  minDhBits: number | null;
  minAuthenticatedDhBits: number | null;
  /** The primes of finite-field keys, without duplicates. */
  readonly dhPrimes: DhPrime[];
  /** Bits of the smallest export RSA key; null without one. */
  minExportBits: number | null;
  /** Application protocols in the order in which the server selected them. */
  readonly alpn: { readonly protocols: string[]; isComplete: boolean };
  readonly behaviour: Behaviour;
  /** The chains that clients with a server name receive, without duplicates. */
  readonly servedChains: ServedChain[];
  /** True when certificates with every type of key have been looked for. */
  areKeysComplete: boolean;
  /** What clients without a server name receive; null until that is known, and where no client sends a name. */
  nameless: ServedChain | 'refused' | null;
  /** Results of the hellos of well-known clients. */
  readonly handshakes: ClientHandshakes;
  /** Result of the active test; null where it was not run or was inconclusive. */
  heartbleed: boolean | null;
  earlyCcs: boolean | null;
  robot: RobotResult;
  /** Clients accept any certificate, and no TLS if need be (RFC 7435): mail between servers. */
  readonly isOpportunistic: boolean;
}

/** How the server behaves apart from what it accepts. Null: could not be measured, or does not exist without a second version. */
export interface Behaviour {
  /** It refuses a downgrade to an older version (RFC 7507). */
  fallbackScsv: boolean | null;
  /** It accepts a renegotiation started by the client, in TLS 1.2 or older. */
  clientRenegotiation: boolean | null;
  /** It sends session tickets in the version that a current client negotiates. */
  sessionTickets: boolean | null;
  ticketLifetimeSeconds: number | null;
  /** It resumed a session in the version that a current client negotiates. */
  resumption: boolean | null;
  /** Octets of early data that its tickets allow (RFC 8446 section 4.2.10), 0 for none; null when no ticket was seen. */
  maxEarlyDataBytes: number | null;
}

export function nothingObserved({ isDeep = false, isOpportunistic = false } = {}): Observed {
  const facts = (): VersionFacts => ({ isAccepted: null, suites: [], cipherOrder: null, isComplete: false });
  return {
    versions: Object.fromEntries(versionNames.map((name) => [name, facts()])) as unknown as Observed['versions'],
    groups: [],
    areGroupsComplete: false,
    minDhBits: null,
    minAuthenticatedDhBits: null,
    dhPrimes: [],
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
    heartbleed: null,
    earlyCcs: null,
    robot: isDeep ? 'unknown' : 'not-asked',
    isOpportunistic,
  };
}
