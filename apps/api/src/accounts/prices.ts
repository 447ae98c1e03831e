import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from '../limits/client.ts';
import type { Limits } from '../limits/limits.ts';

const HISTORY = 'GET /api/account/history';

/** What a call costs of the allowance that lookups are paid from, where it does not cost as much as a small lookup. */
const PRICES: Readonly<Record<string, number>> = {
  // The dashboard reads these whenever it is opened.
  'GET /api/account': 0.25,
  [HISTORY]: 0.25,
  'GET /api/account/targets': 0.25,
  'GET /api/account/export': 5,
  'POST /api/account/sign-out': 0.25,
};
const PRICE = 1;
/** The page searches while somebody types. */
const SEARCH_PRICE = 0.5;

/** Takes the price of every account call from the client's allowance, before anything is read for it. */
export function chargeAccountCalls(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', async (request, reply) => {
    await limits.charge(reply, clientOf(request), priceOf(request));
  });
}

function priceOf({ method, routeOptions, query }: FastifyRequest): number {
  const call = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
  const { search, tool } = query as Record<string, unknown>;
  if (call === HISTORY && (search || tool)) return SEARCH_PRICE;
  return PRICES[call] ?? PRICE;
}
