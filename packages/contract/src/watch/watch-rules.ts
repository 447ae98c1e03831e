import type { Facts } from '../fact/fact.ts';
import type { Ending } from '../finding/ending/ending.ts';
import type { ChangeWeight } from './watch.ts';

/** How the answers of a tool are watched. */
export interface WatchRules {
  /** How often a target is measured unless its owner says otherwise, in seconds. */
  readonly everySeconds: number;
  /** The facts that are watched: without those that only follow from others. Default: all. */
  facts?(facts: Facts): Facts;
  /** How much a change of a fact matters, by its path; the first match counts. Default: normal. */
  readonly weights?: readonly (readonly [path: RegExp, weight: ChangeWeight])[];
  /** Facts that change when something is renewed, by path. */
  readonly renewals?: Readonly<Record<string, Ending['kind']>>;
}

/** The default for tools without an interval of their own, in seconds. */
export const DEFAULT_EVERY_SECONDS = 3_600;
