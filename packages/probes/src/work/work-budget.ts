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

export function createWorkBudget(limits: WorkLimits): WorkBudget {
  const done = Object.fromEntries(workKinds.map((kind) => [kind, 0])) as Record<WorkKind, number>;
  let exceeded: WorkKind | null = null;
  const failure = (kind: WorkKind) => new NetFailure('work-limit', `more than ${limits[kind]} ${kind}`);
  return {
    done,
    get exceeded() {
      return exceeded;
    },
    spend(kind, amount = 1) {
      if (done[kind] + amount > limits[kind]) exceeded ??= kind;
      if (exceeded !== null) throw failure(exceeded);
      done[kind] += amount;
    },
    note(kind, amount) {
      done[kind] += amount;
      if (done[kind] > limits[kind]) exceeded ??= kind;
      return exceeded === null ? null : failure(exceeded);
    },
  };
}
