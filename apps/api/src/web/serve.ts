import { findInPackages } from '@sonde/probes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOfApi, requestFailures, sendRequestFailure } from '../http/request-failure.ts';
import { sendStored } from '../http/stored-forms.ts';
import { registerFiles } from './files.ts';
import type { Page, Pages } from './pages.ts';

/** A path such as `/favicon.ico`. */
const FILE = /^\/[^?]*\.[a-z\d]{2,11}(?:\?|$)/i;

/** Serves the prerendered pages, the other files of the build, and the not-found page for other addresses. */
export async function registerWeb(app: FastifyInstance, pages: Pages): Promise<void> {
  for (const route of pages.routes.keys()) {
    // Pages with addresses of their own: `snapshot-pages.ts` and `docs/register.ts` serve them.
    if (route.includes('*')) continue;
    // Looked up for each request, because a new notice replaces all pages.
    app.get(route, (request, reply) => sendPage(request, reply, pages.routes.get(route) ?? pages.notFound));
  }
  // One page for all watches: its script reads the id from the address.
  app.get('/watch/:id', (request, reply) => sendPage(request, reply, pages.routes.get('/watch/*') ?? pages.notFound));
  await registerFiles(app, [pages.root, ...outlinesFolder()]);
  app.setNotFoundHandler((request, reply) => {
    if (isOfApi(request)) return sendRequestFailure(reply, 404);
    const meant = withoutFinalSlash(request.url);
    if (meant !== null && pages.routes.has(meant.path)) return reply.redirect(meant.path + meant.search, 308);
    return sendNotFoundPage(request, reply, pages);
  });
}

/** In an installed package the country outlines are in `@sonde/data`; in a clone they are part of the web build. */
function outlinesFolder(): string[] {
  const found = findInPackages('@sonde/data/web');
  return found === null ? [] : [found];
}

/** Answers an unknown address outside the API. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, pages: Pages): FastifyReply {
  // Nobody reads a page in place of a file, which programs and browsers ask for without having been told of it.
  if (FILE.test(request.url))
    return reply.code(404).type('text/plain; charset=utf-8').send(requestFailures[404].message);
  return sendPage(request, reply.code(404), pages.notFound);
}

/** Removes the slash at the end of a URL's path; null if there is none. */
function withoutFinalSlash(url: string): { readonly path: string; readonly search: string } | null {
  const [, path, search = ''] = /^(\/[^?]*)\/(\?.*)?$/.exec(url) ?? [];
  return path === undefined ? null : { path, search };
}

/** Sends a page in an encoding that the client accepts, or 304 if it has the current version. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.header('content-security-policy', page.policy);
  return sendStored(request, reply, page, 'text/html; charset=utf-8');
}
