import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refuse } from './errors.ts';
import { sendRequestFailure } from './request-failure.ts';

const API = /^\/api(?:[/?]|$)/;
/** A link on another site may lead here: reading the documentation makes nobody look anything up. */
const DOCS = /^\/api\/docs(?:\?|$)/;

const PREFLIGHT_SECONDS = 600;
/** Beside those that every page may read. */
const READABLE_FIELDS = [
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-encryption-algorithm',
  'x-encryption-key',
  'x-encryption-salt',
  'x-encryption-version',
  'x-request-id',
].join(', ');

/**
 * Whose pages may call the API: our own, and those of the origins that the operator has named. Else any page could make
 * its visitors' browsers, with their many addresses, ask us to probe somebody (Fetch Metadata, W3C; older browsers tell the
 * origin of such a call alone).
 */
export function createSiteGuard(origins: readonly string[], publicUrl: string | null): Refuse {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;
  return (request, reply) => {
    const { origin } = request.headers;
    const isOther = isCrossSite(request, publicOrigin);
    if ((origin === undefined && !isOther && allowed.size === 0) || !API.test(request.url)) return false;
    if (allowed.size > 0) reply.header('vary', 'origin');
    if (origin !== undefined && allowed.has(origin)) {
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE_FIELDS });
      if (!isPreflight(request)) return false;
      sendPermission(reply);
      return true;
    }
    if (isOther) sendRequestFailure(reply, 403, 'Pages of other sites may not call this server.');
    return isOther;
  };
}

function isCrossSite({ headers, url, protocol, host }: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (site !== undefined) return site === 'cross-site' && !(mode === 'navigate' && DOCS.test(url));
  return origin !== undefined && origin !== publicOrigin && origin !== `${protocol}://${host}`;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function sendPermission(reply: FastifyReply): void {
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'accept, content-type',
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send();
}
