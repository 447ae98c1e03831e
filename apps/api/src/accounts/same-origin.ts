import type { FastifyReply, FastifyRequest } from 'fastify';
import { createIsOwnOrigin, type IsOwnOrigin } from '../own-origin.ts';
import { sendRequestFailure } from '../request-failure.ts';

/**
 * Refuses what the page of another origin tries to change in a visitor's name. Browsers say where a request comes from,
 * by Fetch Metadata or by Origin; what says neither is no browser, and has no visitor's cookie.
 */
export function createForgeryGuard(publicUrl: string | null) {
  const isOwnOrigin = createIsOwnOrigin(publicUrl);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (request.method === 'GET' || request.method === 'HEAD' || isOwn(request, isOwnOrigin)) done();
    else sendRequestFailure(reply, 403, 'Pages of other sites may not call this server.');
  };
}

function isOwn(request: FastifyRequest, isOwnOrigin: IsOwnOrigin): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || isOwnOrigin(origin, request);
}
