import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSeal } from './seal.ts';

/** The calls of the specification, one of which has a path outside `/api/v2`. */
const SEALED = /^\/api\/(?:v2|traceroute)(?:[/?]|$)/;

/** Encrypts every answer below `/api/v2/`, and that of `/api/traceroute`, failures included. Streams encrypt their own events. */
export function sealAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    done(null, typeof payload === 'string' ? sealFor(request, reply, payload) : payload);
  });
}

/** The possibly encrypted body for this request; the key is added to the headers. */
export function sealFor({ url }: FastifyRequest, reply: FastifyReply, body: string): string {
  if (!SEALED.test(url)) return body;
  const { headers, seal } = createSeal();
  reply.headers(headers).removeHeader('content-length');
  return seal(body);
}
