import type { FastifyRequest } from 'fastify';
import { acceptedTypes } from './accepted-types.ts';

/** True if the client explicitly accepts `text/event-stream`; a wildcard gets the plain answer. */
export function wantsStream({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers.accept === undefined) return false;
  return acceptedTypes(headers.accept).includes('text/event-stream');
}
