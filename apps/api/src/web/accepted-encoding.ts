import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

const encodings = new Negotiator({ supportedValues: ['br', 'gzip'] });

/** The best encoding that the client accepts. */
export function acceptedEncoding({ headers }: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const encoding = encodings.negotiate(String(headers['accept-encoding'] ?? ''));
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity';
}
