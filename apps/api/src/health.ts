import { answerEnvelope, tools } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE, sendFailure } from './request-failure.ts';
import { type Stopping, stoppingFailure } from './stopping.ts';

/** `/healthz`: the process answers. `/readyz`: it takes work, and with what. */
export function registerHealth(app: FastifyInstance, stopping: Stopping): void {
  const alive = JSON.stringify(answerEnvelope({ status: 'alive' }));
  const ready = JSON.stringify(
    answerEnvelope({ status: 'ready', engines: Object.keys(tools), stores: { cache: 'memory' } }),
  );
  app.get('/healthz', (_request, reply) => reply.type(JSON_TYPE).send(alive));
  app.get('/readyz', (_request, reply) => {
    if (stopping.isStopping) return sendFailure(reply, stoppingFailure());
    return reply.type(JSON_TYPE).send(ready);
  });
}
