import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRequestFailure } from '../request-failure.ts';

/**
 * Refuses what the page of another origin tries to change in a visitor's name. Browsers say where a request comes from,
 * by Fetch Metadata or by Origin; what says neither is no browser, and has no visitor's cookie.
 */
export function createForgeryGuard(publicUrl: string | null) {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (request.method === 'GET' || request.method === 'HEAD' || isOwn(request, publicOrigin)) done();
    else sendRequestFailure(reply, 403, 'Pages of other sites may not call this server.');
  };
}

function isOwn({ headers, host, protocol }: FastifyRequest, publicOrigin: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`;
}
