import type { RateLimit } from './allowance.ts';
import { countedNames, heldBy, mayTake, SHARE_OF_FREE } from './fair-share.ts';
import { createWindows, SLICES, type SlidingWindow } from './sliding-window.ts';

/** How many of the requested questions are granted. */
export interface Grant {
  /** Number of questions that may be asked now; 0 when the budget, or the client's part of it, is used up. */
  readonly questions: number;
  /** Milliseconds until one more may be asked; 0 if some were granted. */
  readonly retryInMs: number;
  /** Milliseconds until a quarter of the budget is available again, so that a retry is worthwhile; 0 if some were granted. */
  readonly quarterFreeInMs: number;
}

/** Limits the questions to the name servers of one registrable domain, over all visitors, and divides them between these. */
export interface QuestionBudget {
  /** How many questions to take at once: enough to be fast, few enough to leave little unused. */
  readonly portion: number;
  /**
   * Counts as many of `questions` as the budget allows, in equal parts for each of the clients that wait for the answer; for
   * nobody in particular if there are none. Never rejects.
   */
  take(zone: string, questions: number, clients?: readonly string[]): Promise<Grant>;
}

const LARGEST_PORTION = 5000;

/** What the strictest rule allows in one slice: 50 questions of the default budget, in 25 ms. */
export function portionOf(rules: readonly RateLimit[]): number {
  const narrowest = Math.min(...rules.map(({ units }) => units));
  return Math.min(LARGEST_PORTION, Math.max(1, Math.floor(narrowest / SLICES)));
}

/** In shorter windows, a client that has to wait is only slower: it may hold nine tenths of such a budget. */
const LONG_WINDOW_MS = 10_000;
const SHARE_OF_FREE_OF_SHORT_WINDOW = 9;

/** How many times as much as is left one client may hold. */
export const shareOfFree = ({ windowMs }: RateLimit): number =>
  windowMs < LONG_WINDOW_MS ? SHARE_OF_FREE_OF_SHORT_WINDOW : SHARE_OF_FREE;

/** Each takes some 3 kB while in use. */
const MAX_ZONES = 10_000;
const MAX_CLIENTS = 20_000;
/** Shared by the zones for which there is no room; no registrable domain has this name. */
const ALL_OTHERS = '';

/** One rule, and what counts for it: of everybody, and under the name of a client or network. */
interface RuleUse {
  readonly rule: RateLimit;
  readonly all: SlidingWindow;
  readonly under: (name: string) => SlidingWindow;
}

type UsedIn = (window: SlidingWindow) => number;

/** How many questions the clients may ask by this rule, given what is used in each window. */
function grantable({ rule, all, under }: RuleUse, clients: readonly string[], usedIn: UsedIn): number {
  const held = clients.map((client) => heldBy(client, (name) => usedIn(under(name))));
  const claimants = { count: clients.length, least: Math.min(...held) };
  return mayTake(rule.units - usedIn(all), claimants, shareOfFree(rule));
}

/** A budget in this process; all rules apply. `now` returns milliseconds of a monotonic clock. */
export function createMemoryBudget(
  rules: readonly RateLimit[],
  now: () => number,
  maxZones = MAX_ZONES,
): QuestionBudget & { readonly size: number } {
  const zones = createWindows(rules, maxZones);
  const clientsOfZones = createWindows(rules, MAX_CLIENTS);

  function usesOf(zone: string, clients: readonly string[], nowMs: number): readonly RuleUse[] {
    for (const windows of [zones, clientsOfZones]) windows.forgetIdle(nowMs);
    const all = zones.of(zone, ALL_OTHERS);
    const names = [...new Set(clients.flatMap(countedNames))];
    const own = new Map(names.map((name) => [name, clientsOfZones.of(`${name} ${zone}`, ` ${zone}`)]));
    return rules.flatMap((rule, index) => {
      const whole = all[index];
      if (whole === undefined) return [];
      return [{ rule, all: whole, under: (name) => own.get(name)?.[index] ?? whole }];
    });
  }

  return {
    portion: portionOf(rules),
    get size() {
      return zones.size;
    },
    async take(zone, questions, clients = []) {
      const nowMs = now();
      const uses = usesOf(zone, clients, nowMs);
      const granted = Math.min(
        questions,
        ...uses.map((use) => grantable(use, clients, (window) => window.usedAt(nowMs))),
      );
      if (granted <= 0) {
        const longest = (wanted: (units: number) => number) =>
          Math.max(...uses.map((use) => untilGrantable(use, clients, wanted(use.rule.units), nowMs)));
        return { questions: 0, retryInMs: longest(() => 1), quarterFreeInMs: longest((units) => Math.ceil(units / 4)) };
      }
      for (const { all, under } of uses) {
        all.add(granted, nowMs);
        for (const name of clients.flatMap(countedNames)) under(name).add(granted / clients.length, nowMs);
      }
      return { questions: granted, retryInMs: 0, quarterFreeInMs: 0 };
    },
  };
}

function untilGrantable(use: RuleUse, clients: readonly string[], wanted: number, nowMs: number): number {
  const mayAt = (atMs: number) => grantable(use, clients, (window) => window.usedLater(atMs));
  if (mayAt(nowMs) >= wanted) return 0;
  const windows = [use.all, ...clients.flatMap(countedNames).map(use.under)];
  const changes = [...new Set(windows.flatMap((window) => window.changes()))].sort((a, b) => a - b);
  const at = changes.find((atMs) => mayAt(atMs) >= wanted) ?? changes.at(-1) ?? nowMs;
  return Math.max(0, at - nowMs);
}
