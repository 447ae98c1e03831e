import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import type { OpenRequests } from './open-requests.ts';

/** How long open requests may still run. In total, stopping stays below the 15 s that a service manager grants. */
const DRAIN_MS = 10_000;
/** How long it may take to send the answers after that. */
const LINGER_MS = 2_000;
/** How long clients may take to notice that their connections are being closed. */
const FLUSH_MS = 100;

export interface Stopping {
  /** False as soon as the stop begins: the server keeps no connections alive, but still answers. */
  readonly isReady: boolean;
  /** True after the delay for load balancers: the server refuses lookups. */
  readonly isStopping: boolean;
  /** Aborted when the requests that are still open must be answered immediately. */
  readonly signal: AbortSignal;
  stop(app: FastifyInstance): Promise<void>;
}

export function stoppingFailure(): ToolError {
  return new ToolError('busy', 'The server is stopping. Please try again in a moment.', { retryAfterSeconds: 5 });
}

export interface StopTimes {
  /** How long the server still accepts requests: a load balancer needs time to notice that it is not ready. */
  readonly delayMs: number;
  readonly drainMs?: number | undefined;
}

/**
 * The orderly end of the server: it declares itself not ready, goes on for the delay, answers the open requests, then closes
 * every connection.
 */
export function createStopping(openRequests: OpenRequests, { delayMs, drainMs = DRAIN_MS }: StopTimes): Stopping {
  const controller = new AbortController();
  // Every open request adds a listener.
  setMaxListeners(0, controller.signal);
  let [isReady, isStopping] = [true, false];
  return {
    get isReady() {
      return isReady;
    },
    get isStopping() {
      return isStopping;
    },
    signal: controller.signal,
    async stop(app) {
      isReady = false;
      if (delayMs > 0) await sleep(delayMs);
      isStopping = true;
      for (const reply of openRequests) if (!reply.sent) reply.header('connection', 'close');
      await atMost(drainMs, openRequests.whenIdle());
      controller.abort(stoppingFailure());
      await atMost(LINGER_MS, openRequests.whenIdle());
      const closed = app.close();
      // Browsers open connections in advance; those without a request never become idle.
      await atMost(FLUSH_MS, closed);
      app.server.closeAllConnections();
      await closed;
    },
  };
}

/** Waits for `done`, but not longer than `ms`. */
async function atMost(ms: number, done: PromiseLike<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
