import { report, tools } from '@sonde/contract';
import { toolFacts } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { JSON_TYPE } from '../http/request-failure.ts';
import { type StoredForms, sendStored, storedForms } from '../http/stored-forms.ts';
import { contentSecurityPolicy } from '../web/content-security.ts';
import { openApi } from './openapi.ts';
import { docsPage } from './page.ts';

interface Docs {
  readonly document: StoredForms;
  readonly page: StoredForms;
  readonly policy: string;
}

/** `/api/openapi.json` and `/api/docs`, generated from the contracts at the first request: a start does not wait for them. */
export function registerDocs(app: FastifyInstance, config: Config): void {
  let made: Docs | undefined;
  const docs = (): Docs => {
    made ??= makeDocs(config);
    return made;
  };
  app.get('/api/openapi.json', (request, reply) => sendStored(request, reply, docs().document, JSON_TYPE));
  app.get('/api/docs', (request, reply) => {
    const { page, policy } = docs();
    reply.header('content-security-policy', policy);
    return sendStored(request, reply, page, 'text/html; charset=utf-8');
  });
}

function makeDocs({ brand, publicUrl, toolsOff }: Config): Docs {
  const description = {
    brand,
    publicUrl,
    tools: [...Object.values(tools), report].filter(({ id }) => !toolsOff.has(id)).map(toolFacts),
  };
  const page = docsPage(description);
  const policy = contentSecurityPolicy(page, {
    ads: null,
    googleMapsKey: null,
    tileUrl: null,
    publicUrl,
    accounts: { firebase: null, firebaseEmulator: null },
  });
  return { document: storedForms(JSON.stringify(openApi(description))), page: storedForms(page), policy };
}
