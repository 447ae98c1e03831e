import type { FastifyInstance } from 'fastify';

/** A call that a later version will no longer have. */
export interface Deprecation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As in the OpenAPI document, such as `/api/v2/lists/{id}`. */
  readonly path: string;
  /** The day from which new programs should not use it: `2026-11-28`. */
  readonly since: string;
  /** The day from which it may be missing, at least `NOTICE_DAYS` later; null if it stays for now. */
  readonly sunset: string | null;
  /** The path of the call that replaces it; null for none. */
  readonly successor: string | null;
}

/** The promise in docs/api-versions.md. */
export const NOTICE_DAYS = 180;

/** Calls that are deprecated at present. */
export const deprecations: readonly Deprecation[] = [];

/**
 * Answers of deprecated calls, failures included, say so: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and links to the
 * documents and to what replaces the call (RFC 5829).
 */
export function announceDeprecations(app: FastifyInstance, announced = deprecations): void {
  if (announced.length === 0) return;
  const fields = new Map(announced.map((one) => [`${one.method} ${routeOf(one.path)}`, fieldsOf(one)]));
  app.addHook('onRequest', (request, reply, done) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = fields.get(`${method} ${request.routeOptions.url ?? ''}`);
    if (found !== undefined) reply.headers(found);
    done();
  });
}

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function fieldsOf({ since, sunset, successor }: Deprecation): Record<string, string> {
  const links = ['</api/docs>; rel="deprecation"; type="text/html"'];
  if (successor !== null) links.push(`<${successor}>; rel="successor-version"`);
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    link: links.join(', '),
    ...(sunset === null ? {} : { sunset: new Date(sunset).toUTCString() }),
  };
}
