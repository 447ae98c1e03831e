import { type VersionName, versionNames } from '../../protocols/tls-records/versions.ts';

/** What is known of one version. */
export interface VersionFacts {
  /** Null before it was asked. */
  isAccepted: boolean | null;
  /** In the order in which the server chose them. */
  readonly suites: string[];
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
  /** Bits of the smallest finite-field key and the smallest export RSA key; null where there was none. */
  minDhBits: number | null;
  minExportBits: number | null;
  /** By experiment; null where it was not made or told nothing. */
  heartbleed: boolean | null;
  earlyCcs: boolean | null;
  robot: RobotVerdict;
}

export function nothingObserved({ isDeep = false } = {}): Observed {
  const facts = (): VersionFacts => ({ isAccepted: null, suites: [], isComplete: false });
  return {
    versions: Object.fromEntries(versionNames.map((name) => [name, facts()])) as unknown as Observed['versions'],
    groups: [],
    areGroupsComplete: false,
    minDhBits: null,
    minExportBits: null,
    heartbleed: null,
    earlyCcs: null,
    robot: isDeep ? 'unknown' : 'not-asked',
  };
}
