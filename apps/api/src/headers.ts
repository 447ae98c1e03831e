import type { FastifyReply, FastifyRequest } from 'fastify';

/** On every answer: nothing here is to be framed, sniffed, kept or told to others. */
export const strictHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), ' +
    'midi=(), payment=(), usb=()',
  'cache-control': 'no-store',
} as const;

/** Two years (the least that preload lists take is one). */
const TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

/** True where a visitor speaks https: where the public address says so, or a trusted proxy does. */
export type IsSecure = (request: FastifyRequest) => boolean;

export function createIsSecure(publicUrl: string | null): IsSecure {
  return publicUrl?.startsWith('https:') ? () => true : ({ protocol }) => protocol === 'https';
}

const secureHeaders = { ...strictHeaders, 'strict-transport-security': TRANSPORT_SECURITY };

/** The strict headers and the request's id; https is insisted on where it is spoken. */
export function setStrictHeaders(reply: FastifyReply, isSecure: IsSecure): void {
  const { request } = reply;
  reply.headers(isSecure(request) ? secureHeaders : strictHeaders).header('x-request-id', request.id);
}
