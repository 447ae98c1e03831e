import { setMaxListeners } from 'node:events';
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
  /** True as soon as the stop begins: the server is not ready, refuses lookups, and keeps no connections alive. */
  readonly isStopping: boolean;
  /** Aborted when the requests that are still open must be answered immediately. */
  readonly signal: AbortSignal;
  stop(app: FastifyInstance): Promise<void>;
}

export function stoppingFailure(): ToolError {
  return new ToolError('busy', 'The server is stopping. Please try again in a moment.', { retryAfterSeconds: 5 });
}

/** The orderly end of the server: open requests are answered, then every connection is closed. */
export function createStopping(openRequests: OpenRequests, drainMs = DRAIN_MS): Stopping {
  const controller = new AbortController();
  // Every open request adds a listener.
  setMaxListeners(0, controller.signal);
  let isStopping = false;
  return {
    get isStopping() {
      return isStopping;
    },
    signal: controller.signal,
    async stop(app) {
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
