import { report, tools } from '@sonde/contract';
import { toolFacts } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { JSON_TYPE } from '../http/request-failure.ts';
import { contentSecurityPolicy } from '../web/content-security.ts';
import { openApi } from './openapi.ts';
import { docsPage } from './page.ts';

/** `/api/openapi.json` and `/api/docs`, both generated once from the contracts. */
export function registerDocs(app: FastifyInstance, { brand, publicUrl, toolsOff }: Config): void {
  const description = {
    brand,
    publicUrl,
    tools: [...Object.values(tools), report].filter(({ id }) => !toolsOff.has(id)).map(toolFacts),
  };
  const document = JSON.stringify(openApi(description));
  const page = docsPage(description);
  const policy = contentSecurityPolicy(page, {
    ads: null,
    googleMapsKey: null,
    tileUrl: null,
    publicUrl,
    accounts: { firebase: null, firebaseEmulator: null },
  });
  app.get('/api/openapi.json', (_request, reply) => reply.type(JSON_TYPE).send(document));
  app.get('/api/docs', (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
