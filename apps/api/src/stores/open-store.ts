import { type AllowanceStore, serviceRates } from '@sonde/probes';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { createDatabaseTurns } from './database-turns.ts';
import { createStore, type Store } from './store.ts';

/** The store of accounts, history and watches; nothing is opened yet. */
export function openStore(
  { log }: Pick<FastifyInstance, 'log'>,
  config: Config,
  { wallClock, uptime }: ServerDependencies,
): Store {
  return createStore(config.accounts, {
    onError: (err) => log.warn({ err }, 'a connection to the database broke'),
    ...(wallClock === undefined ? {} : { wallClock }),
    ...(uptime === undefined ? {} : { uptime }),
  });
}

/** The turns at registries that all processes of a PostgreSQL database share; null for the embedded store, which has one process. */
export const registryTurnsOf = (store: Store): AllowanceStore | null =>
  store.kind === 'postgresql' ? createDatabaseTurns(store, serviceRates.registry.windowMs) : null;
