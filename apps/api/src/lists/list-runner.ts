import { type AnyTool, ToolError } from '@sonde/contract';
import { type ListItem, listItems } from '@sonde/contract/lists/list-items';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import { readListTarget } from '@sonde/contract/lists/list-target';
import { translateFailure } from '@sonde/probes';
import { failureResult, listClient, type Service } from '@sonde/service';
import { createListPacing } from '@sonde/service/lists/list-pacing';
import { runItems } from '@sonde/service/lists/run-items';
import type { FastifyBaseLogger } from 'fastify';
import type { ListStore, OpenItem } from './list-store.ts';

const CLAIM_MS = 10_000;
/** Maximum number of lists running at once; others wait. */
const MAX_RUNNING = 4;

export interface ListRunner {
  /** Starts to look for lists to run, now and repeatedly. */
  begin(): void;
  /** Stops a list that runs here; its completed lookups are kept. */
  stopList(id: string): void;
  stop(): Promise<void>;
}

interface RunnableItem extends ListItem {
  readonly position: number;
}

export interface ListRunnerParts {
  readonly service: Service;
  readonly store: ListStore;
  readonly log: FastifyBaseLogger;
}

/**
 * Runs the lists of the store, regardless of which process accepted them, including those left over by a process that has
 * ended.
 */
export function createListRunner({ service, store, log }: ListRunnerParts): ListRunner {
  const running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
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
    for (const { id, owner } of mine) {
      if (isStopped || running.size >= MAX_RUNNING) break;
      if (running.has(id)) continue;
      const stop = new AbortController();
      const ended = runList(id, owner, stop.signal)
        .catch((err: unknown) => {
          if (!stop.signal.aborted) log.error({ err }, 'a list was interrupted; it will be retried');
        })
        .finally(() => running.delete(id));
      running.set(id, { stop, ended });
    }
    await store.tidy();
  }

  async function runList(id: string, owner: string, signal: AbortSignal): Promise<void> {
    const items = (await store.open(id)).flatMap((item) => runnable(item, service.tools) ?? []);
    await runItems({
      ...{ items, signal, now: () => performance.now(), sharers: () => Math.max(1, running.size) },
      lookUp: (item: RunnableItem) => pacing.run(() => lookUp(item, owner, signal), signal),
      onEnd: ({ position, target: { target }, tool }, { outcome }) =>
        store.end(id, position, { target, tool: tool.id, outcome }),
    });
    await store.endList(id);
  }

  /** Looks up one item; a fresh cached answer is used if there is one. */
  async function lookUp({ tool, question }: RunnableItem, owner: string, signal: AbortSignal) {
    const result = await (async () => {
      const request = service.check(tool, question);
      return service.answerInList(tool, request, await service.plan(tool, request), {
        client: listClient(owner),
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

  const begin = () => {
    if (isStopped) return;
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

/** Null if the tool has been disabled since the list was started. */
function runnable({ position, target: text, tool: id }: OpenItem, tools: readonly AnyTool[]): RunnableItem | null {
  const [target, tool] = [readListTarget(text), tools.find((one) => one.id === id)];
  const [item] = target === null || tool === undefined ? [] : listItems([target], [tool]);
  return item === undefined ? null : { ...item, position };
}
