import { report, tools } from '@sonde/contract';
import { toolFacts } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { JSON_TYPE } from '../http/request-failure.ts';
import { contentSecurityPolicy } from '../web/content-security.ts';
import { openApi } from './openapi.ts';
import { docsPage } from './page.ts';

interface Docs {
  readonly document: string;
  readonly page: string;
  readonly policy: string;
}

/** `/api/openapi.json` and `/api/docs`, generated from the contracts at the first request: a start does not wait for them. */
export function registerDocs(app: FastifyInstance, config: Config): void {
  let made: Docs | undefined;
  const docs = (): Docs => {
    made ??= makeDocs(config);
    return made;
  };
  app.get('/api/openapi.json', (_request, reply) => reply.type(JSON_TYPE).send(docs().document));
  app.get('/api/docs', (_request, reply) => {
    const { page, policy } = docs();
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
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
  return { document: JSON.stringify(openApi(description)), page, policy };
}
