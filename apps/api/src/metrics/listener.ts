import { type FastifyInstance, fastify } from 'fastify';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** A separate server with only `/metrics`, for monitoring. Not yet listening. */
export function createMetricsListener(text: () => Promise<string>): FastifyInstance {
  const app = fastify({ requestTimeout: 10_000, connectionTimeout: 30_000, forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => reply.type(TEXT_FORMAT).send(await text()));
  return app;
}
