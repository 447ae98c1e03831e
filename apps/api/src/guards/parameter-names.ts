import { checkParameterNames } from '@sonde/contract';
import type { FastifyInstance, preValidationHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters that the call accepts; default: none. */
    readonly queryParameters?: readonly string[];
  }
}

/**
 * Makes every call of the API refuse unknown query parameters, except for `checkedPaths`, whose contracts check them.
 * Must be called before the routes are registered.
 */
export function refuseUnknownParameters(app: FastifyInstance, checkedPaths: ReadonlySet<string>): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/') || checkedPaths.has(route.url)) return;
    const known = route.config?.queryParameters ?? [];
    const check: preValidationHookHandler = (request, _reply, done) => {
      checkParameterNames(request.query as Readonly<Record<string, unknown>>, known);
      done();
    };
    route.preValidation = [check, ...[route.preValidation ?? []].flat()];
  });
}
