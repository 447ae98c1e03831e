import type { FastifyReply, FastifyRequest } from 'fastify';
import { createIsOwnOrigin, type IsOwnOrigin } from '../guards/own-origin.ts';
import { refuseOtherSite } from '../http/request-failure.ts';

/**
 * Refuses changes requested by a page of another origin with a visitor's cookie. Browsers state the origin of a request in
 * Fetch Metadata or Origin; a request with neither is not from a browser and carries no visitor's cookie.
 * @param origins of pages that may request changes without a cookie
 */
export function createForgeryGuard(publicUrl: string | null, origins: readonly string[] = []) {
  const isOwnOrigin = createIsOwnOrigin(publicUrl);
  const named = new Set(origins.map((origin) => new URL(origin).origin));
  const isNamed = ({ headers: { origin, cookie } }: FastifyRequest) =>
    origin !== undefined && cookie === undefined && named.has(origin);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead || isOwn(request, isOwnOrigin) || isNamed(request)) done();
    else refuseOtherSite(reply);
  };
}

function isOwn(request: FastifyRequest, isOwnOrigin: IsOwnOrigin): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || isOwnOrigin(origin, request);
}
