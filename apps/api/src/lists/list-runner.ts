import { type AnyTool, ToolError } from '@sonde/contract';
import { type ListItem, listItems } from '@sonde/contract/lists/list-items';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import { readListTarget } from '@sonde/contract/lists/list-target';
import { translateFailure } from '@sonde/probes';
import { failureResult, listClient, type Service } from '@sonde/service';
import { createListPacing, type ListPacing } from '@sonde/service/lists/list-pacing';
import { runItems } from '@sonde/service/lists/run-items';
import type { FastifyBaseLogger } from 'fastify';
import type { ListStore, OpenItem } from './list-store.ts';
import { turnsOf } from './list-turns.ts';

const CLAIM_MS = 10_000;
/** Maximum number of lists running at once; others wait for their turn. */
const MAX_RUNNING = 4;

export interface ListRunner {
  /** Starts to look for lists to run, now and repeatedly. */
  begin(): void;
  /** Stops a list that runs here; its completed lookups are kept. */
  stopList(id: string): void;
  stop(): Promise<void>;
}

type ClaimedList = Awaited<ReturnType<ListStore['claim']>>[number];

/** Who is to have a share of the turns. */
const partyOf = ({ network, owner }: ClaimedList): string => network ?? owner;

interface RunningList {
  readonly stop: AbortController;
  /** Fires when the list passes its turn on. */
  readonly pausing: AbortController;
  readonly ended: Promise<void>;
  readonly sinceMs: number;
}

interface RunnableItem extends ListItem {
  readonly position: number;
}

export interface ListRunnerParts {
  readonly service: Service;
  readonly store: ListStore;
  readonly log: FastifyBaseLogger;
  /** False in a process that leaves lists to others. */
  readonly runs: boolean;
}

/**
 * Runs the lists of the store, regardless of which process accepted them, including those left over by a process that has
 * ended.
 */
export function createListRunner({ service, store, log, runs }: ListRunnerParts): ListRunner {
  const running = new Map<string, RunningList>();
  /** For how long each list has run here. */
  const servedMs = new Map<string, number>();
  const pacing = createListPacing();
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function look(): Promise<void> {
    const mine = await store.claim(isFirst);
    isFirst = false;
    // Another process has removed the list or its account, or has taken the list over while this process was suspended.
    for (const [id, { stop }] of running) {
      if (mine.every((one) => one.id !== id)) stop.abort(new Error('no longer ours'));
    }
    for (const id of servedMs.keys()) if (mine.every((one) => one.id !== id)) servedMs.delete(id);
    if (!isStopped) giveTurns(mine);
    await store.tidy();
  }

  /** Those that pass their turn on end what they have begun, while the next ones begin. */
  function giveTurns(mine: readonly ClaimedList[]): void {
    const waitingOrRunning = mine
      .filter(({ id }) => running.get(id)?.pausing.signal.aborted !== true)
      .map((list) => ({
        id: list.id,
        party: partyOf(list),
        runsSinceMs: running.get(list.id)?.sinceMs ?? null,
        servedMs: servedMs.get(list.id) ?? 0,
      }));
    const turns = turnsOf(waitingOrRunning, MAX_RUNNING, performance.now());
    for (const id of turns.pause) running.get(id)?.pausing.abort(new Error('others have their turn'));
    for (const list of mine) if (turns.start.includes(list.id) && running.size < 2 * MAX_RUNNING) start(list);
  }

  function start(list: ClaimedList): void {
    const { id } = list;
    const [stop, pausing, sinceMs] = [new AbortController(), new AbortController(), performance.now()];
    const leave = () => {
      running.delete(id);
      servedMs.set(id, (servedMs.get(id) ?? 0) + performance.now() - sinceMs);
    };
    const ended = runList({ service, store, pacing, sharers: () => running.size }, list, stop.signal, pausing.signal)
      .finally(leave)
      // The next list need not wait until the store is asked again.
      .then(begin)
      .catch((err: unknown) => {
        if (!stop.signal.aborted) log.error({ err }, 'a list was interrupted; it will be retried');
      });
    running.set(id, { stop, pausing, ended, sinceMs });
  }

  const begin = () => {
    if (isStopped || !runs) return;
    clearTimeout(timer);
    looking = looking
      .then(look)
      .catch((err: unknown) => {
        if (!(err instanceof ToolError)) log.error({ err }, 'lists cannot be run');
      })
      .finally(() => {
        clearTimeout(timer);
        if (!isStopped) timer = setTimeout(begin, CLAIM_MS).unref();
      });
  };

  return {
    begin,
    stopList: (id) => running.get(id)?.stop.abort(new Error('removed')),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const { stop } of running.values()) stop.abort(new Error('stopping'));
      await looking;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

interface RunParts extends Pick<ListRunnerParts, 'service' | 'store'> {
  readonly pacing: ListPacing;
  /** The number of running lists. */
  sharers(): number;
}

/** Runs a list to its end, or until it passes its turn on. */
async function runList(
  { service, store, pacing, sharers }: RunParts,
  list: ClaimedList,
  signal: AbortSignal,
  pausing: AbortSignal,
): Promise<void> {
  const { id } = list;
  const party = partyOf(list);
  const items = (await store.open(id)).flatMap((item) => runnable(item, service.tools) ?? []);
  await runItems({
    items,
    signal,
    pausing,
    now: () => performance.now(),
    sharers: () => Math.max(1, sharers()),
    lookUp: (item: RunnableItem) => pacing.run(() => lookUp(service, item, party, signal), signal, party),
    onEnd: ({ position, target: { target }, tool }, { outcome }) =>
      store.end(id, position, { target, tool: tool.id, outcome }),
  });
  if (!pausing.aborted) await store.endList(id);
}

/** Null if the tool has been disabled since the list was started. */
function runnable({ position, target: text, tool: id }: OpenItem, tools: readonly AnyTool[]): RunnableItem | null {
  const [target, tool] = [readListTarget(text), tools.find((one) => one.id === id)];
  const [item] = target === null || tool === undefined ? [] : listItems([target], [tool]);
  return item === undefined ? null : { ...item, position };
}

/** Looks up one item; a fresh cached answer is used if there is one. */
async function lookUp(service: Service, { tool, question }: RunnableItem, party: string, signal: AbortSignal) {
  const result = await (async () => {
    const request = service.check(tool, question);
    return service.answerInList(tool, request, await service.plan(tool, request), {
      client: listClient(party),
      signal,
    });
  })().catch((error: unknown) => {
    signal.throwIfAborted();
    return failureResult(translateFailure(error));
  });
  const outcome = JSON.parse(result.body) as ListOutcome['outcome'];
  const { code, retryAfterSeconds } = result;
  return { outcome, code, reason: outcome.success ? undefined : outcome.reason, retryAfterSeconds };
}
