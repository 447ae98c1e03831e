import { type FastifyInstance, fastify } from 'fastify';
import { EXPOSITION_TYPE } from './exposition.ts';

/** A server of its own for those who watch this one: `/metrics` and nothing else. Not yet listening. */
export function createMetricsListener(text: () => string): FastifyInstance {
  const app = fastify({ requestTimeout: 10_000, connectionTimeout: 30_000, forceCloseConnections: true });
  app.get('/metrics', (_request, reply) => {
    reply.type(EXPOSITION_TYPE).send(text());
  });
  return app;
}
