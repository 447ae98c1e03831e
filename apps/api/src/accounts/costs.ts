import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';

const HISTORY = 'GET /api/account/history';

/** The cost of calls that do not cost one unit. */
const COSTS: Readonly<Record<string, number>> = {
  // Called whenever the dashboard is opened.
  'GET /api/account': 0.25,
  [HISTORY]: 0.25,
  'GET /api/account/targets': 0.25,
  'GET /api/account/export': 5,
  'POST /api/account/sign-out': 0.25,
};
const DEFAULT_COST = 1;
/** The page searches while the visitor types. */
const SEARCH_COST = 0.5;

/** Takes the cost of every account call from the client's allowance before anything is read for it. */
export function chargeAccountCalls(app: FastifyInstance, limits: ClientLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    await limits.charge(reply, clientOf(request), costOf(request));
  });
}

function costOf({ method, routeOptions, query }: FastifyRequest): number {
  const call = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
  const { search, tool } = query as Record<string, unknown>;
  if (call === HISTORY && (search || tool)) return SEARCH_COST;
  return COSTS[call] ?? DEFAULT_COST;
}
