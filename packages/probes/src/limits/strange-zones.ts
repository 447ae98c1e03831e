import { sleep } from '../async/sleep.ts';
import { NetFailure } from '../net/net.ts';
import type { CountQuestion, WorkOwner } from '../work/work.ts';
import type { TargetLimits } from './target-limits.ts';

/** Questions taken from the budget at once. */
const PORTION = 10;
/** The longest pause in milliseconds: a budget of a second is soon free again. */
const MAX_PAUSE_MS = 2000;

/** Whose lookup it is, and what it is about. */
export interface AskingLookup {
  readonly owner: WorkOwner;
  /** The name, or address, that the visitor gave. */
  readonly target: string;
}

/**
 * Counts the questions of one lookup about names of other zones than that of the target for those zones, over all visitors: a
 * record of the target may lead to the servers of anybody. Null if there is no limit.
 */
export function countInStrangeZones(
  { zoneBudget }: Pick<TargetLimits, 'zoneBudget'>,
  { owner, target }: AskingLookup,
): CountQuestion | null {
  if (zoneBudget === null) return null;
  const own = target.toLowerCase().replace(/:\d+$/, '');
  const left = new Map<string, number>();
  const taking = new Map<string, Promise<void>>();

  const take = async (zone: string, signal: AbortSignal): Promise<void> => {
    const lastMs = performance.now() + MAX_PAUSE_MS;
    for (;;) {
      const { questions, retryInMs } = await zoneBudget.take(zone, PORTION, owner.clients());
      if (questions > 0) {
        left.set(zone, (left.get(zone) ?? 0) + questions);
        return;
      }
      if (performance.now() + retryInMs > lastMs) {
        throw new NetFailure('zone-limit', `too many questions about names below ${zone}`);
      }
      await sleep(retryInMs, signal);
    }
  };

  const countStrange = async (asked: string, signal: AbortSignal): Promise<void> => {
    // Loaded only when needed: most lookups ask about their target only, and the list of suffixes is large.
    const { registeredZoneOf } = await import('./registered-zone.ts');
    const zone = registeredZoneOf(asked);
    // Above registrable domains there are registries, which are asked for referrals.
    if (zone === null || zone === registeredZoneOf(own)) return;
    while ((left.get(zone) ?? 0) <= 0) {
      signal.throwIfAborted();
      // The questions of a lookup arrive together, and one portion is enough for several.
      const one = taking.get(zone) ?? take(zone, signal).finally(() => taking.delete(zone));
      taking.set(zone, one);
      await one.catch((error: unknown) => {
        signal.throwIfAborted();
        // The question that was waiting for all of them may have been given up.
        if (error instanceof NetFailure && error.reason === 'zone-limit') throw error;
      });
    }
    left.set(zone, (left.get(zone) ?? 0) - 1);
    signal.throwIfAborted();
  };

  return (name, signal) => {
    const asked = name.toLowerCase();
    return isSameOrBelow(asked, own) ? undefined : countStrange(asked, signal);
  };
}

const isSameOrBelow = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);
