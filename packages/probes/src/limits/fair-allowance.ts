import type { AllowanceDecision, RateLimit } from './allowance.ts';
import { countedNames, heldBy, SHARE_OF_FREE } from './fair-share.ts';

/** What all visitors together may send to one target, divided between them. */
export interface FairAllowance {
  /**
   * Takes this many units of the target's allowance, in equal parts for each of the clients that wait; for nobody in
   * particular if there are none. A negative number returns units that were taken but not used.
   */
  take(target: string, units: number, clients?: readonly string[]): AllowanceDecision | Promise<AllowanceDecision>;
}

/** What is held of a target's allowance. */
export interface HeldUnits {
  readonly total: number;
  /** By the name of the client or network. */
  readonly byName: ReadonlyMap<string, number>;
}

/** Allowances in this process. */
export interface MemoryFairAllowance extends FairAllowance {
  take(target: string, units: number, clients?: readonly string[]): AllowanceDecision;
  heldOf(target: string): HeldUnits;
  /** Adopts what another store has counted for these, unless this store has counted more. */
  remember(target: string, held: HeldUnits): void;
  readonly size: number;
}

/** Tolerance for rounding errors, so that the last unit is never refused. */
const ROUNDING = 1e-6;
const MAX_TARGETS = 50_000;
const FORGOTTEN_AT_ONCE = 8;
/** Shared by the targets for which there is no room. */
const ALL_OTHERS = '';

interface Held {
  atMs: number;
  total: number;
  byName: Map<string, number>;
}

/**
 * A leaking bucket for each target. What leaks out is what each client holds, in proportion: the parts always add up to the
 * whole, and those who hold most get back most. A client may hold as much as is left (see `SHARE_OF_FREE`); one that holds
 * nothing may take what is left.
 */
export function createFairAllowance(
  { units: all, windowMs }: RateLimit,
  now: () => number,
  maxTargets = MAX_TARGETS,
): MemoryFairAllowance {
  const unitMs = windowMs / all;
  const targets = new Map<string, Held>();

  function leak(held: Held, nowMs: number): Held {
    const left = Math.max(0, held.total - Math.max(0, nowMs - held.atMs) / unitMs);
    const part = held.total > 0 ? left / held.total : 0;
    for (const [name, own] of held.byName) {
      if (own * part < ROUNDING) held.byName.delete(name);
      else held.byName.set(name, own * part);
    }
    return Object.assign(held, { atMs: nowMs, total: left < ROUNDING ? 0 : left });
  }

  /** Least recently used first. */
  function forgetWhole(nowMs: number): void {
    let left = FORGOTTEN_AT_ONCE;
    for (const [target, held] of targets) {
      if (left === 0 || leak(held, nowMs).total > 0) return;
      targets.delete(target);
      left -= 1;
    }
  }

  function of(wanted: string): Held {
    const nowMs = now();
    forgetWhole(nowMs);
    const target = targets.has(wanted) || targets.size < maxTargets ? wanted : ALL_OTHERS;
    const held = leak(targets.get(target) ?? { atMs: nowMs, total: 0, byName: new Map() }, nowMs);
    targets.delete(target);
    targets.set(target, held);
    return held;
  }

  return {
    get size() {
      return targets.size;
    },
    heldOf: of,
    remember(target, { total, byName }) {
      const held = of(target);
      held.total = Math.max(held.total, total);
      for (const [name, own] of byName) held.byName.set(name, Math.max(held.byName.get(name) ?? 0, own));
    },
    take(target, units, clients = []) {
      const held = of(target);
      // A request for more than the whole allowance costs the whole allowance.
      const wanted = Math.min(units, all);
      const missing = unitsMissing({ all, held, wanted, clients });
      if (missing <= ROUNDING) {
        held.total = Math.max(0, held.total + wanted);
        for (const name of clients.flatMap(countedNames)) {
          held.byName.set(name, Math.max(0, (held.byName.get(name) ?? 0) + wanted / clients.length));
        }
      }
      return decisionOf({ all, unitMs, total: held.total, missing });
    },
  };
}

interface Wanted {
  readonly all: number;
  readonly held: HeldUnits;
  readonly wanted: number;
  readonly clients: readonly string[];
}

/** How many units have to leak out before these clients may take so many; 0 if they may now. */
function unitsMissing({ all, held: { total, byName }, wanted, clients }: Wanted): number {
  const free = all - total;
  const ofAll = wanted - free;
  if (clients.length === 0 || wanted <= 0) return Math.max(0, ofAll);
  const own = Math.min(...clients.map((client) => heldBy(client, (name) => byName.get(name) ?? 0)));
  if (own <= ROUNDING) return Math.max(0, ofAll);
  // What is held shrinks in proportion, and as much becomes free: `own * (1 - x / total) + part <= share * (free + x - wanted)`.
  const short = own + wanted / clients.length - SHARE_OF_FREE * (free - wanted);
  return Math.min(total, Math.max(0, ofAll, short / (SHARE_OF_FREE + own / total)));
}

/** The decision, given how many units are held afterwards, and how many are missing. */
export function decisionOf(of: {
  readonly all: number;
  readonly unitMs: number;
  readonly total: number;
  readonly missing: number;
}): AllowanceDecision {
  const isAllowed = of.missing <= ROUNDING;
  return {
    isAllowed,
    remaining: Math.max(0, Math.floor(of.all - of.total + ROUNDING)),
    wholeInMs: of.total * of.unitMs,
    retryInMs: isAllowed ? 0 : of.missing * of.unitMs,
  };
}
