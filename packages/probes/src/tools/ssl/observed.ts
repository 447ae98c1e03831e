import { type VersionName, versionNames } from '../../protocols/tls-records/versions.ts';
import type { Sent } from './certificates.ts';
import type { CipherOrder } from './cipher-order.ts';
import type { ClientHandshakes } from './clients/handshakes.ts';
import type { DhPrime } from './known-dh-primes.ts';

/** What is known of one version. */
export interface VersionFacts {
  /** Null before it was asked. */
  isAccepted: boolean | null;
  /** In the server's order where it has one; else in ours. */
  readonly suites: string[];
  /** Null before it is known, and with fewer than two suites. */
  cipherOrder: CipherOrder | null;
  /** True when everything was asked. */
  isComplete: boolean;
}

/** What tells the paddings of a secret apart, see `robot.ts`. */
export interface RobotOracle {
  /** Strong: it also tells that a secret begins as it should when the rest is wrong, so that few questions are needed. */
  readonly strength: 'weak' | 'strong';
  /** Which answer came to which padding. */
  readonly answers: string;
}

export type RobotVerdict = 'not-asked' | 'unknown' | 'none' | RobotOracle;

/** What a check has found so far; the stages write into it, and what they did not reach stays as it is. */
export interface Observed {
  readonly versions: Readonly<Record<VersionName, VersionFacts>>;
  /** Accepted groups by number, in the server's order. */
  readonly groups: number[];
  areGroupsComplete: boolean;
  /** Bits of the smallest finite-field key, of any suite and of those that authenticate the server; null where there was none. */
  minDhBits: number | null;
  minAuthenticatedDhBits: number | null;
  /** Each prime of a finite-field key once. */
  readonly dhPrimes: DhPrime[];
  /** Bits of the smallest export RSA key; null where there was none. */
  minExportBits: number | null;
  /** Application protocols in the order in which they were picked. */
  readonly alpn: { readonly protocols: string[]; isComplete: boolean };
  readonly behaviour: Behaviour;
  /** What the server sent of itself to clients that send its name: every chain once. */
  readonly sent: Sent[];
  /** True when every kind of key was asked for. */
  areKeysComplete: boolean;
  /** What clients get that send no name; null before that is known, and where nobody sends one. */
  nameless: Sent | 'refused' | null;
  /** What came of the hellos of well-known clients. */
  readonly handshakes: ClientHandshakes;
  /** By experiment; null where it was not made or told nothing. */
  heartbleed: boolean | null;
  earlyCcs: boolean | null;
  robot: RobotVerdict;
  /** Clients come to terms with it whoever it is, and without TLS if it has to be: mail from server to server. */
  readonly isOpportunistic: boolean;
}

/** How the server behaves beside what it accepts; null is what could not be measured, or does not exist without a second version. */
export interface Behaviour {
  /** It refuses a fallback to an older version (RFC 7507). */
  fallbackScsv: boolean | null;
  /** It begins another handshake when the client wants one, in TLS 1.2 or before. */
  clientRenegotiation: boolean | null;
  /** It sends session tickets, in the version that a current client gets; how long they last, in seconds. */
  sessionTickets: boolean | null;
  ticketLifetimeSeconds: number | null;
  /** It resumed the session, in the version that a current client gets. */
  resumption: boolean | null;
  /** Octets of early data that its tickets allow (RFC 8446 section 4.2.10); 0 without. Null where no ticket was seen. */
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
    sent: [],
    areKeysComplete: false,
    nameless: null,
    handshakes: new Map(),
    heartbleed: null,
    earlyCcs: null,
    robot: isDeep ? 'unknown' : 'not-asked',
    isOpportunistic,
  };
}
