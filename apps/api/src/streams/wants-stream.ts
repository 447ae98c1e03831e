import type { FastifyRequest } from 'fastify';

const REFUSED = /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i;

/** True if the client explicitly accepts `text/event-stream`; a wildcard gets the plain answer. */
export function wantsStream({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers.accept === undefined) return false;
  return headers.accept.split(',').some((range) => {
    const [type = ''] = range.split(';');
    return type.trim().toLowerCase() === 'text/event-stream' && !REFUSED.test(range);
  });
}
