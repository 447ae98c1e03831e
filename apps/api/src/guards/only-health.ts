import { ToolError } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import { sendFailure } from '../http/request-failure.ts';

const HEALTH = new Set(['/healthz', '/readyz']);

/** A process that only works in the background answers nothing but whether it is well. */
export function answerOnlyHealth(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    if (HEALTH.has(path)) done();
    else
      sendFailure(
        reply,
        new ToolError('not-found', 'This process works in the background: it serves no pages and no API.'),
      );
  });
}
