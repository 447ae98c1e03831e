import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refuse } from '../http/errors.ts';
import { isOfApi, refuseOtherSite } from '../http/request-failure.ts';
import { createIsOwnOrigin, type IsOwnOrigin } from './own-origin.ts';

/** Other sites may link here: reading the documentation makes no lookups. */
const DOCS = /^\/api\/docs(?:\?|$)/;

const PREFLIGHT_SECONDS = 600;
/** Header fields readable by other sites' pages, in addition to those that are always readable. */
const READABLE_FIELDS = [
  'allow',
  'content-disposition',
  'deprecation',
  'etag',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'server-timing',
  'sunset',
  'www-authenticate',
  'x-encryption-algorithm',
  'x-encryption-key',
  'x-encryption-salt',
  'x-encryption-version',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
].join(', ');

/**
 * What a page of a named origin may send: the methods of the documented API, and a token. Cookies are never allowed (there is
 * no Access-Control-Allow-Credentials), so that such a page acts only for whom it has a token.
 */
const METHODS = 'GET, HEAD, POST, DELETE';
const FIELDS = 'accept, authorization, content-type, if-none-match';

/**
 * Restricts which pages may call the API to those of this server and of origins that the operator has named. Otherwise any
 * page could make its visitors' browsers, with their many addresses, look up targets (Fetch Metadata, W3C; older browsers
 * send only the origin of such a call).
 */
export function createSiteGuard(origins: readonly string[], publicUrl: string | null): Refuse {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const isOwnOrigin = createIsOwnOrigin(publicUrl);
  return (request, reply) => {
    const { origin } = request.headers;
    const isOther = isCrossSite(request, isOwnOrigin);
    if ((origin === undefined && !isOther && allowed.size === 0) || !isOfApi(request)) return false;
    if (allowed.size > 0) reply.header('vary', 'origin');
    if (origin !== undefined && allowed.has(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': READABLE_FIELDS,
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (!isPreflight(request)) return false;
      sendPermission(reply);
      return true;
    }
    if (isOther) refuseOtherSite(reply);
    return isOther;
  };
}

function isCrossSite(request: FastifyRequest, isOwnOrigin: IsOwnOrigin): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (site !== undefined) return site === 'cross-site' && !(mode === 'navigate' && DOCS.test(request.url));
  return origin !== undefined && !isOwnOrigin(origin, request);
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function sendPermission(reply: FastifyReply): void {
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': FIELDS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send();
}
