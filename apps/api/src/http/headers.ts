import type { FastifyReply, FastifyRequest } from 'fastify';

/** On every answer: no framing, no sniffing, no caching, no referrer. */
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

/** Two years (preload lists require at least one). */
export const TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

/** True if the visitor uses https: the public URL does, or a trusted proxy reports it. */
export type IsSecure = (request: FastifyRequest) => boolean;

export function createIsSecure(publicUrl: string | null): IsSecure {
  return publicUrl?.startsWith('https:') ? () => true : ({ protocol }) => protocol === 'https';
}

const secureHeaders = { ...strictHeaders, 'strict-transport-security': TRANSPORT_SECURITY };

/** Names a field of requests on which the answer depends, beside those that are named already. */
export function addVary(reply: FastifyReply, field: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined || before === field ? field : `${String(before)}, ${field}`);
}

/** Sets the strict headers and the id of the request; over https also HSTS. */
export function setStrictHeaders(reply: FastifyReply, isSecure: IsSecure): void {
  const { request } = reply;
  reply.headers(isSecure(request) ? secureHeaders : strictHeaders).header('x-request-id', request.id);
}
