import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

export type Compression = 'br' | 'gzip';

/** Ordered by preference. */
export const compressions: readonly Compression[] = ['br', 'gzip'];

/** RFC 9110 section 12.5.3. */
const CODING = /^(?:[\w*.-]+\s*(?:;\s*q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?)?$/i;

/** The best encoding that the client accepts, of those that there are. */
export function acceptedEncoding(
  { headers }: FastifyRequest,
  available: readonly Compression[] = compressions,
): Compression | 'identity' {
  const { 'accept-encoding': field } = headers;
  if (field === undefined) return 'identity';
  const accepted = String(field);
  // Whoever writes the field wrongly may not mean what it seems to say.
  if (!accepted.split(',').every((part) => CODING.test(part.trim()))) return 'identity';
  const negotiator = new Negotiator({ supportedValues: [...available] });
  const encoding = negotiator.negotiate(accepted);
  return available.find((one) => one === encoding) ?? 'identity';
}
