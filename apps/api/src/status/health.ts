import { answerEnvelope, tools } from '@sonde/contract';
import type { LocalData, NodeNet } from '@sonde/probes';
import type { SharedStore } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { JSON_TYPE, sendFailure } from '../http/request-failure.ts';
import { type Stopping, stoppingFailure } from '../http/stopping.ts';
import type { Reachability } from '../reachability/check-reachability.ts';
import type { DataSetStates } from './data-sets.ts';

/** What `/readyz` reports on. */
export interface Reported {
  readonly shared: SharedStore | null;
  readonly accounts: Accounts;
  readonly data: LocalData;
  readonly datasets: DataSetStates;
  readonly bestPingMethods: NodeNet['bestPingMethods'];
  /** What this server can reach of the internet; null if it was not checked. */
  reachability(): Reachability | null;
}

/** `/healthz`: the process is alive. `/readyz`: it accepts requests; reports the state of its dependencies. */
export function registerHealth(app: FastifyInstance, stopping: Stopping, reported: Reported): void {
  const { shared, bestPingMethods } = reported;
  const alive = JSON.stringify(answerEnvelope({ status: 'alive' }));
  app.get('/healthz', (_request, reply) => reply.type(JSON_TYPE).send(alive));
  app.get('/readyz', async (_request, reply) => {
    if (!stopping.isReady) return sendFailure(reply, stoppingFailure());
    const [geo, datasets, ping, accountStores] = await Promise.all([
      geoState(reported.data),
      dataSetState(reported.datasets),
      bestPingMethods(),
      accountStoreState(reported.accounts),
    ]);
    const stores = { cache: cacheState(shared), ...accountStores };
    const wayOut = reachabilityState(reported.reachability());
    const ready = answerEnvelope({ status: 'ready', engines: Object.keys(tools), geo, datasets, ping, wayOut, stores });
    return reply.type(JSON_TYPE).send(JSON.stringify(ready));
  });
}

/** Dates of the geolocation databases, or their problems; a missing one does not make the server unready. */
async function geoState({ geo }: LocalData): Promise<object> {
  const databases = await geo.databases.state();
  return { sources: geo.sources, ...Object.fromEntries(databases.map(({ database, ...state }) => [database, state])) };
}

/** State, date and last error of each data set; an old one does not make the server unready. */
async function dataSetState(datasets: DataSetStates): Promise<object> {
  const states = await datasets.list();
  return Object.fromEntries(states.map(({ id, state, date, error }) => [id, { state, date, error }]));
}

/** Unreachability does not make the server unready: it may be meant for a closed network. */
function reachabilityState(reachability: Reachability | null): object | string {
  if (reachability === null) return 'not tried';
  return Object.fromEntries(Object.entries(reachability).map(([way, reason]) => [way, reason ?? 'works']));
}

/** Kind and problem of the account store; the tools work without it. */
async function accountStoreState({ provider, store }: Accounts) {
  const problem = await store.problem();
  const withProblem = (name: string) => (problem === null ? name : `${name}, which ${problem}`);
  return {
    accounts: provider === 'embedded' ? withProblem(provider) : provider,
    history: withProblem(store.kind),
  };
}

function cacheState(shared: SharedStore | null): string {
  if (shared === null) return 'memory';
  return shared.isReachable ? 'redis' : 'memory, while redis cannot be reached';
}
