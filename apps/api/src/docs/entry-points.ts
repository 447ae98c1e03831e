import { answerEnvelope } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../http/request-failure.ts';

/** What the first address that people try tells them (RFC 8631). */
const INDEX = JSON.stringify(
  answerEnvelope({ version: '2', documentation: '/api/docs', openapi: '/api/openapi.json' }),
);
const LINKS = '</api/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"';

/** The addresses above the calls point to the documents. */
export function registerEntryPoints(app: FastifyInstance): void {
  for (const url of ['/api', '/api/', '/api/v2', '/api/v2/'])
    app.get(url, (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache', link: LINKS }).type(JSON_TYPE).send(INDEX),
    );
}
