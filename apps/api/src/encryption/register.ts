import type { FastifyInstance } from 'fastify';
import { createSeal } from './seal.ts';

const SEALED = /^\/api\/v2(?:[/?]|$)/;

/** Seals every answer below `/api/v2/`, failures included. Streams seal their own events. */
export function sealAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !SEALED.test(request.url)) {
      done();
      return;
    }
    const { headers, seal } = createSeal();
    reply.headers(headers).removeHeader('content-length');
    done(null, seal(payload));
  });
}
