import { answerEnvelope, tools } from '@sonde/contract';
import type { LocalData, NodeNet } from '@sonde/probes';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from './accounts/accounts.ts';
import { JSON_TYPE, sendFailure } from './request-failure.ts';
import { type Stopping, stoppingFailure } from './stopping.ts';
import type { SharedMemory } from './stores/shared-memory.ts';
import type { WayOut } from './way-out/try-way-out.ts';

/** What the server works with. */
export interface Means {
  readonly shared: SharedMemory | null;
  readonly accounts: Accounts;
  readonly data: LocalData;
  readonly pingWays: NodeNet['pingWays'];
  /** What is known of the way to the internet; null when it has not been tried. */
  wayOut(): WayOut | null;
}

/** `/healthz`: the process answers. `/readyz`: it takes work, and with what. */
export function registerHealth(app: FastifyInstance, stopping: Stopping, means: Means): void {
  const { shared, pingWays } = means;
  const alive = JSON.stringify(answerEnvelope({ status: 'alive' }));
  app.get('/healthz', (_request, reply) => reply.type(JSON_TYPE).send(alive));
  app.get('/readyz', async (_request, reply) => {
    if (stopping.isStopping) return sendFailure(reply, stoppingFailure());
    const [geo, ping, kept] = await Promise.all([geoState(means.data), pingWays(), keptState(means.accounts)]);
    const stores = { cache: cacheState(shared), ...kept };
    const wayOut = wayOutState(means.wayOut());
    const ready = answerEnvelope({ status: 'ready', engines: Object.keys(tools), geo, ping, wayOut, stores });
    return reply.type(JSON_TYPE).send(JSON.stringify(ready));
  });
}

/** Dates of the databases, and what is wrong with them; a missing one does not keep the rest from working. */
async function geoState({ geo }: LocalData): Promise<object> {
  const databases = await geo.databases.state();
  return { sources: geo.sources, ...Object.fromEntries(databases.map(({ database, ...state }) => [database, state])) };
}

/** A server without a way out is ready all the same: a company's own network may be all that it is for. */
function wayOutState(wayOut: WayOut | null): object | string {
  if (wayOut === null) return 'not tried';
  return Object.fromEntries(Object.entries(wayOut).map(([way, reason]) => [way, reason ?? 'works']));
}

/** Where accounts and history are, and what is wrong there; the tools work without. */
async function keptState({ provider, store }: Accounts) {
  const problem = await store.problem();
  const withProblem = (name: string) => (problem === null ? name : `${name}, which ${problem}`);
  return {
    accounts: provider === 'embedded' ? withProblem(provider) : provider,
    history: withProblem(store.kind),
  };
}

function cacheState(shared: SharedMemory | null): string {
  if (shared === null) return 'memory';
  return shared.isReachable ? 'redis' : 'memory, while redis cannot be reached';
}
