import { type WorkKind, type WorkLimits, workKinds } from '@sonde/contract/work-limits';
import { NetFailure } from '../net/net.ts';

/** What a lookup has done so far, by kind. */
export type WorkDone = Readonly<Record<WorkKind, number>>;

/** Counts what is done for one lookup, wherever it is done, and refuses what exceeds the limits. */
export interface WorkBudget {
  readonly done: WorkDone;
  /** The first limit that was reached; null if none was. */
  readonly exceeded: WorkKind | null;
  /**
   * Counts something before it is done. Once any limit has been reached, nothing more is allowed.
   * @throws NetFailure `work-limit`; then it is not counted and must not be done
   */
  spend(kind: WorkKind, amount?: number): void;
  /**
   * Counts something that has happened already, such as octets that arrived. Returns the failure if this exceeds the limit,
   * for the caller to end what brought it; null otherwise.
   */
  note(kind: WorkKind, amount: number): NetFailure | null;
}

/** `whole` counts the same for a larger unit of work, such as the report to which this lookup belongs. */
export function createWorkBudget(limits: WorkLimits, whole: WorkBudget | null = null): WorkBudget {
  const done = Object.fromEntries(workKinds.map((kind) => [kind, 0])) as Record<WorkKind, number>;
  let exceeded: WorkKind | null = null;
  const failure = (kind: WorkKind) => new NetFailure('work-limit', `more than ${limits[kind]} ${kind}`);
  return {
    done,
    get exceeded() {
      return exceeded ?? whole?.exceeded ?? null;
    },
    spend(kind, amount = 1) {
      if (done[kind] + amount > limits[kind]) exceeded ??= kind;
      if (exceeded !== null) throw failure(exceeded);
      whole?.spend(kind, amount);
      done[kind] += amount;
    },
    note(kind, amount) {
      done[kind] += amount;
      const ofWhole = whole?.note(kind, amount) ?? null;
      if (done[kind] > limits[kind]) exceeded ??= kind;
      return exceeded === null ? ofWhole : failure(exceeded);
    },
  };
}

/** The sum of several limits: those of a report are those of its parts. */
export function sumOfWork(all: readonly WorkLimits[]): WorkLimits {
  const sum = (kind: WorkKind) => all.reduce((total, limits) => total + limits[kind], 0);
  return Object.fromEntries(workKinds.map((kind) => [kind, sum(kind)])) as unknown as WorkLimits;
}
