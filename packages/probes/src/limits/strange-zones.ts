import { type Net, NetFailure } from '../net/net.ts';
import type { WorkOwner } from '../work/work.ts';
import type { QuestionBudget } from './question-budget.ts';
import type { TargetLimits } from './target-limits.ts';

/** Questions taken from the budget at once. */
const PORTION = 10;

/** Whose lookup it is, and what it is about. */
export interface AskingLookup {
  readonly owner: WorkOwner;
  /** The name, or address, that the visitor gave. */
  readonly target: string;
}

/**
 * The same network layer for one lookup, in which questions about names of other zones than that of the target are counted
 * for those zones, over all visitors: a record of the target may lead to the servers of anybody. A client may use only half
 * of what all may.
 */
export function withinStrangeZones(
  net: Net,
  { zoneBudget, zoneBudgetOfClient }: Pick<TargetLimits, 'zoneBudget' | 'zoneBudgetOfClient'>,
  { owner, target }: AskingLookup,
): Net {
  if (zoneBudget === null) return net;
  const own = target.toLowerCase().replace(/:\d+$/, '');
  const left = new Map<string, number>();
  const taking = new Map<string, Promise<void>>();

  const take = async (zone: string): Promise<void> => {
    const [client] = owner.clients();
    const granted = async (budget: QuestionBudget | null, name: string, questions: number) =>
      budget === null || questions === 0 ? questions : (await budget.take(name, questions)).questions;
    const ofClient = client === undefined ? PORTION : await granted(zoneBudgetOfClient, `${client} ${zone}`, PORTION);
    const questions = await granted(zoneBudget, zone, ofClient);
    if (questions === 0) throw new NetFailure('zone-limit', `too many questions about names below ${zone}`);
    left.set(zone, (left.get(zone) ?? 0) + questions);
  };

  const count = async (name: string): Promise<void> => {
    const asked = name.toLowerCase();
    if (isSameOrBelow(asked, own)) return;
    // Loaded only when needed: most lookups ask about their target only, and the list of suffixes is large.
    const { registeredZoneOf } = await import('./registered-zone.ts');
    const zone = registeredZoneOf(asked);
    // Above registrable domains there are registries, which are asked for referrals.
    if (zone === null || zone === registeredZoneOf(own)) return;
    while ((left.get(zone) ?? 0) <= 0) {
      // The questions of a lookup arrive together, and one portion is enough for several.
      const one = taking.get(zone) ?? take(zone).finally(() => taking.delete(zone));
      taking.set(zone, one);
      await one;
    }
    left.set(zone, (left.get(zone) ?? 0) - 1);
  };

  return {
    ...net,
    async ask(question, signal) {
      await count(question.name);
      signal.throwIfAborted();
      return net.ask(question, signal);
    },
    async askAt(address, question, signal) {
      await count(question.name);
      signal.throwIfAborted();
      return net.askAt(address, question, signal);
    },
  };
}

const isSameOrBelow = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);
