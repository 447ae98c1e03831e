import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

export type Compression = 'br' | 'gzip';

/** Ordered by preference. */
export const compressions: readonly Compression[] = ['br', 'gzip'];

/** The best encoding that the client accepts, of those that there are. */
export function acceptedEncoding(
  { headers }: FastifyRequest,
  available: readonly Compression[] = compressions,
): Compression | 'identity' {
  const negotiator = new Negotiator({ supportedValues: [...available] });
  const encoding = negotiator.negotiate(String(headers['accept-encoding'] ?? ''));
  return available.find((one) => one === encoding) ?? 'identity';
}
