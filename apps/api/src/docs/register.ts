import { report, tools } from '@sonde/contract';
import { toolFacts } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type Deprecation, deprecations } from '../http/deprecations.ts';
import { JSON_TYPE, sendRequestFailure } from '../http/request-failure.ts';
import { type StoredForms, sendStored, storedForms } from '../http/stored-forms.ts';
import { contentSecurityPolicy } from '../web/content-security.ts';
import { contentInPage } from '../web/page-content.ts';
import type { Page, Pages } from '../web/pages.ts';
import { sendPage } from '../web/serve.ts';
import { openApi } from './openapi.ts';
import { framed } from './page-frame.ts';
import { type DocsPage, docsPages } from './pages.ts';

/** Route of the page in the web build that shows the documents. */
const DOCS_ROUTE = '/api/docs/*';

interface Docs {
  readonly document: StoredForms;
  readonly pages: ReadonlyMap<string, DocsPage>;
}

/**
 * `/api/openapi.json` and `/api/docs` with a page for each tool, generated from the contracts at the first request: a
 * start does not wait for them. The pages are within the frame of the site, or plain if something else serves the site.
 */
export function registerDocs(app: FastifyInstance, config: Config, site: Pages | null, announced = deprecations): void {
  let made: Docs | undefined;
  const docs = (): Docs => {
    made ??= makeDocs(config, announced);
    return made;
  };
  /** By the page of the site that frames them, because a new notice replaces that page. */
  const framedPages = new WeakMap<object, Map<string, Page>>();
  const pageOf = (shown: DocsPage): Page => {
    const frame = site?.routes.get(DOCS_ROUTE) ?? null;
    const known = framedPages.get(frame ?? framedPages) ?? new Map<string, Page>();
    framedPages.set(frame ?? framedPages, known);
    const page = known.get(shown.path) ?? makePage(shown, frame, config);
    known.set(shown.path, page);
    return page;
  };
  app.get('/api/openapi.json', (request, reply) => sendStored(request, reply, docs().document, JSON_TYPE));
  app.get('/api/docs', (request, reply) => {
    const overview = docs().pages.get('');
    return overview === undefined ? sendRequestFailure(reply, 404) : sendPage(request, reply, pageOf(overview));
  });
  app.get<{ Params: { readonly name: string } }>('/api/docs/:name', (request, reply) => {
    const shown = docs().pages.get(`/${request.params.name}`);
    return shown === undefined ? sendRequestFailure(reply, 404) : sendPage(request, reply, pageOf(shown));
  });
}

function makeDocs({ brand, publicUrl, toolsOff, demo }: Config, announced: readonly Deprecation[]): Docs {
  const description = {
    brand,
    publicUrl,
    deprecations: announced,
    tools: [...Object.values(tools), report].filter(({ id }) => !toolsOff.has(id)).map(toolFacts),
  };
  const pages = docsPages(description, {
    origin: publicUrl?.replace(/\/$/, '') ?? 'https://sonde.example',
    target: (tool) => demo?.targets.find(({ page }) => page === `/${tool === 'geo' ? '' : tool}`)?.target ?? null,
  });
  return {
    document: storedForms(JSON.stringify(openApi(description))),
    pages: new Map(pages.map((page) => [page.path, page])),
  };
}

function makePage(shown: DocsPage, frame: Page | null, config: Config): Page {
  const title = `${shown.title} · API · ${config.brand}`;
  const head = { title, description: shown.description };
  const text =
    frame === null ? framed(shown.markup, head) : contentInPage(frame, { ...head, early: shown.markup, robots: null });
  return { ...storedForms(text), policy: contentSecurityPolicy(text, config) };
}
