import type { SharedStore } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** The store shared by instances; null for a single instance. */
export async function openShared({ log }: FastifyInstance, { redisUrl }: Config): Promise<SharedStore | null> {
  if (redisUrl === null) return null;
  // Loaded on demand: most installations have one instance.
  const { openSharedStore } = await import('@sonde/service/stores/shared-store');
  return openSharedStore(redisUrl, (isReachable, reason) => {
    if (isReachable) log.info('the shared store is connected: answers, lookups and allowances are shared');
    else log.warn({ reason }, 'the shared store cannot be reached: this instance goes on alone');
  });
}
