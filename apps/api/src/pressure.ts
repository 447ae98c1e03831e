import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import { ToolError } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';

/** Mean lateness of timers over a second. A server that is that late answers nobody in time. */
export const MAX_EVENT_LOOP_DELAY_MS = 500;
/** Of the memory there is: beyond, the collector takes all the time, or the system ends the process. */
const MAX_SHARE_OF_HEAP = 0.9;
const MAX_SHARE_OF_MEMORY = 0.8;
const RETRY_AFTER_SECONDS = 10;

const LOOKUP = /^\/api\/v2\//;

/** Takes no lookups while the process is at its limits; pages and health are answered still. */
export async function shedLoad(app: FastifyInstance, maxEventLoopDelay = MAX_EVENT_LOOP_DELAY_MS): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * MAX_SHARE_OF_HEAP,
    maxRssBytes: memoryLimitBytes() * MAX_SHARE_OF_MEMORY,
    pressureHandler: async ({ url, log }, _reply, type) => {
      if (!LOOKUP.test(url)) return;
      log.debug({ type }, 'under pressure');
      throw new ToolError('busy', 'The server is overloaded. Please try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    },
  });
}

/** What the container may use; 0 (no limit of ours) where it is not contained. */
function memoryLimitBytes(): number {
  const bytes = process.constrainedMemory() ?? 0;
  // Without a limit, kernels report one that no machine has.
  return bytes < Number.MAX_SAFE_INTEGER ? bytes : 0;
}
