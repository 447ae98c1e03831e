import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown } from './stored-forms.ts';

/**
 * Sends a text that may be kept but has to be asked for again each time, since it may have been deleted: a client that has it
 * gets 304. The tag is weak (RFC 9110, section 8.8.1), because the same text may be sent in several encodings.
 */
export function sendIfChanged(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.headers({ 'cache-control': 'private, no-cache', etag });
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(text);
}
