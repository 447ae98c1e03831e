import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSeal } from './seal.ts';

const SEALED = /^\/api\/v2(?:[/?]|$)/;

/** Seals every answer below `/api/v2/`, failures included. Streams seal their own events. */
export function sealAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    done(null, typeof payload === 'string' ? sealFor(request, reply, payload) : payload);
  });
}

/** The body as it is sent to this request; its key is put into the headers. */
export function sealFor({ url }: FastifyRequest, reply: FastifyReply, body: string): string {
  if (!SEALED.test(url)) return body;
  const { headers, seal } = createSeal();
  reply.headers(headers).removeHeader('content-length');
  return seal(body);
}
