import type { FastifyInstance } from 'fastify';

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

/**
 * Puts the strict headers and the request's id on every answer, and insists on https where it is spoken: where the
 * public address says so, or a trusted proxy does.
 */
export function sendStrictHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const isAlwaysSecure = publicUrl?.startsWith('https:') ?? false;
  const secureHeaders = { ...strictHeaders, 'strict-transport-security': TRANSPORT_SECURITY };
  app.addHook('onRequest', (request, reply, done) => {
    const isSecure = isAlwaysSecure || request.protocol === 'https';
    reply.headers(isSecure ? secureHeaders : strictHeaders).header('x-request-id', request.id);
    done();
  });
}
