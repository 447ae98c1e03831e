import { setMaxListeners } from 'node:events';
// lists/: runs the lookups of a list in an order in which registries, networks and servers take turns.
import type { FailureCode, FailureReason } from '@sonde/contract';
import { type ListItem, slotsOfList, turnOf } from '@sonde/contract/lists/list-items';

/** How a lookup ended, as far as it affects the order. */
export interface EndedItem {
  readonly code: FailureCode | null;
  readonly reason?: FailureReason | undefined;
  readonly retryAfterSeconds: number | null;
}

export interface ItemRun<Item extends ListItem, Ended extends EndedItem> {
  readonly items: readonly Item[];
  readonly signal: AbortSignal;
  /** Fires when no more lookups may start; the run then ends as soon as the running ones have ended. */
  readonly pausing?: AbortSignal;
  /** Makes the lookup. May reject only if the signal has been aborted. */
  lookUp(item: Item): Promise<Ended>;
  /** Called with each lookup that has finally ended, one after the other; the run waits for it. */
  onEnd(item: Item, ended: Ended): Promise<void> | void;
  /** How long no other lookup may start after this one, whatever it burdens; default: not at all. */
  readonly pauseMs?: (item: Item) => number;
  /** How many lists are running at the moment, including this one: they divide what lists may take. Default: one. */
  readonly sharers?: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

const MAX_ATTEMPTS = 3;
const LIMITED_PAUSE_MS = 15_000;
const MAX_LIMITED_PAUSE_MS = 120_000;

interface WaitingItem<Item> {
  readonly item: Item;
  readonly attempts: number;
}

/** Lookups of one tool that burden the same servers. */
interface TurnQueue<Item> {
  readonly name: string;
  readonly waiting: WaitingItem<Item>[];
  readonly pauseMs: number;
  isBusy: boolean;
  /** The earliest time at which the next one may start. */
  readyAtMs: number;
}

/**
 * Runs all lookups of a list. Per tool only as many run at once as lists may use, and per registry, network and domain one.
 * A lookup that a source rate-limits is retried later, with three attempts in all.
 * @throws the reason of the signal.
 */
export async function runItems<Item extends ListItem, Ended extends EndedItem>(
  run: ItemRun<Item, Ended>,
): Promise<void> {
  const { signal, pausing, now, sharers = () => 1, pauseMs = () => 0 } = run;
  const slotsOf = (item: Item) => Math.max(1, Math.floor(slotsOfList(item.tool) / sharers()));
  const byTool = queuesOf(run.items);
  const running = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let broken: { readonly error: unknown } | null = null;
  /** The earliest time of the next start. */
  let readyAtMs = Number.NEGATIVE_INFINITY;
  let wake: () => void = () => {};

  async function runOne(queue: TurnQueue<Item>, { item, attempts }: WaitingItem<Item>): Promise<void> {
    const ended = await run.lookUp(item);
    const pauseMs = limitedMs(ended);
    if (pauseMs === null || attempts >= MAX_ATTEMPTS) return run.onEnd(item, ended);
    queue.readyAtMs = now() + pauseMs;
    queue.waiting.push({ item, attempts: attempts + 1 });
  }

  function start(queue: TurnQueue<Item>, next: WaitingItem<Item>): void {
    const { id } = next.item.tool;
    running.set(id, (running.get(id) ?? 0) + 1);
    queue.isBusy = true;
    queue.readyAtMs = now() + queue.pauseMs;
    readyAtMs = now() + pauseMs(next.item);
    const started = runOne(queue, next)
      .catch((error: unknown) => {
        broken ??= { error };
      })
      .then(() => {
        running.set(id, (running.get(id) ?? 1) - 1);
        queue.isBusy = false;
        if (queue.waiting.length === 0) byTool.get(id)?.delete(queue.name);
        if (byTool.get(id)?.size === 0) byTool.delete(id);
        underWay.delete(started);
        wake();
      });
    underWay.add(started);
  }

  /**
   * Starts the lookups of one tool that may start now. Returns how long until the next one may; infinite if another has to
   * end first.
   */
  function startTool(tool: string, queues: ReadonlyMap<string, TurnQueue<Item>>): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const queue of queues.values()) {
      const [first] = queue.waiting;
      if (first === undefined || queue.isBusy) continue;
      // Thousands of servers may wait for the slots of one tool: they are not checked whenever a lookup ends.
      if ((running.get(tool) ?? 0) >= slotsOf(first.item)) break;
      const waitMs = Math.max(queue.readyAtMs, readyAtMs) - now();
      nextMs = Math.min(nextMs, waitMs > 0 ? waitMs : nextMs);
      if (waitMs > 0) continue;
      queue.waiting.shift();
      start(queue, first);
    }
    return nextMs;
  }

  // Every lookup of the list listens to it, and Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  pausing?.addEventListener('abort', onAbort, { once: true });
  try {
    while (broken === null && byTool.size > 0 && pausing?.aborted !== true) {
      signal.throwIfAborted();
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const nextMs = Math.min(...[...byTool].map(([tool, queues]) => startTool(tool, queues)));
      const timer = Number.isFinite(nextMs) ? setTimeout(() => wake(), Math.ceil(nextMs)) : undefined;
      await changed;
      clearTimeout(timer);
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    pausing?.removeEventListener('abort', onAbort);
    await Promise.all(underWay);
  }
  if (broken !== null) throw (broken as { readonly error: unknown }).error;
}

/** Queues by tool and turn: two tools that burden the same servers may do so in parallel. None is empty. */
function queuesOf<Item extends ListItem>(items: readonly Item[]): Map<string, Map<string, TurnQueue<Item>>> {
  const byTool = new Map<string, Map<string, TurnQueue<Item>>>();
  for (const item of items) {
    const { key: name, pauseMs } = turnOf(item);
    const queues = byTool.get(item.tool.id) ?? new Map<string, TurnQueue<Item>>();
    const queue = queues.get(name) ?? { name, waiting: [], pauseMs, isBusy: false, readyAtMs: 0 };
    queue.waiting.push({ item, attempts: 1 });
    queues.set(name, queue);
    byTool.set(item.tool.id, queues);
  }
  return byTool;
}

/** Whether a lookup has ended only because somebody limits us, and is to be made later. */
export const isLimited = ({ code, reason }: Pick<EndedItem, 'code' | 'reason'>): boolean =>
  code === 'busy' || code === 'rate-limited' || reason === 'source-limited';

/** How long we have been asked to wait; null if nobody limits us. */
function limitedMs(ended: EndedItem): number | null {
  if (!isLimited(ended)) return null;
  const { retryAfterSeconds } = ended;
  return Math.min(MAX_LIMITED_PAUSE_MS, retryAfterSeconds === null ? LIMITED_PAUSE_MS : retryAfterSeconds * 1000);
}
