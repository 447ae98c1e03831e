import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import { ToolError } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';

/** Mean delay of timers over one second above which answers would come too late. */
export const MAX_EVENT_LOOP_DELAY_MS = 500;
/** Above this share of the heap limit, garbage collection takes over, or the process runs out of memory. */
const MAX_SHARE_OF_HEAP = 0.9;
const MAX_SHARE_OF_MEMORY = 0.8;
const RETRY_AFTER_SECONDS = 10;

const LOOKUP = /^\/api\/v2\//;

/** Refuses lookups while the process is at its limits; pages and health checks are still answered. */
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

/** The memory limit of the container; 0 (none) outside of one. */
function memoryLimitBytes(): number {
  const bytes = process.constrainedMemory() ?? 0;
  // Without a limit, kernels report an impossibly large value.
  return bytes < Number.MAX_SAFE_INTEGER ? bytes : 0;
}
