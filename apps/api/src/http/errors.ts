import { ToolError } from '@sonde/contract';
import { translateFailure } from '@sonde/probes';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure, sendRequestFailure, toRequestFailureStatus } from './request-failure.ts';

/** Larger than any body that an API call needs, since tools are called by GET. */
export const BODY_LIMIT_BYTES = 1024;

/** Answers every error that reaches the framework, with the envelope. */
export function sendError(error: Partial<FastifyError> & Error, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  if (!(error instanceof ToolError) && status >= 400 && status < 500) {
    return sendRequestFailure(reply, toRequestFailureStatus(status));
  }
  const failure = translateFailure(error);
  logFailure(request.log, failure, { reqId: request.id });
  return sendFailure(reply, failure);
}

/**
 * Logs bugs with their cause, and refusals of the guard with their reason. Everything else is caused by the target and
 * logged at debug level only.
 */
export function logFailure(
  log: FastifyBaseLogger,
  failure: ToolError,
  about: { readonly tool: string } | { readonly reqId: string },
): void {
  const { code, reason, cause } = failure;
  const facts = { ...about, code, ...(reason === null ? {} : { reason }) };
  if (code === 'internal') log.error({ ...facts, err: cause ?? failure }, 'internal error');
  else if (code === 'store-failed')
    log.error({ ...facts, err: cause ?? failure }, 'the store of accounts and history failed');
  else if (code === 'refused-target') log.info(facts, 'refused');
  // The error names the target.
  log.debug({ ...facts, err: failure }, 'failed');
}

/** True when the request has been answered. */
export type Refuse = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Refuses requests that no route accepts before anything is read. Must be created before the routes. */
export function createEarlyRefusal(app: FastifyInstance): Refuse {
  const paths = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = paths.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    paths.set(url, methods);
  });
  return (request, reply) => {
    const status = earlyRefusal(request, paths);
    if (status === null) return false;
    if (status === 405) sendNotAllowed(reply, [...(methodsOf(request, paths) ?? [])]);
    else sendRequestFailure(reply, status);
    return true;
  };
}

function sendNotAllowed(reply: FastifyReply, methods: readonly string[]): void {
  reply.header('allow', methods.join(', '));
  const isReadOnly = methods.every((method) => method === 'GET' || method === 'HEAD');
  sendRequestFailure(reply, 405, isReadOnly ? undefined : 'This method is not answered here.');
}

const pathOf = ({ url }: FastifyRequest) => url.replace(/\?.*$/s, '');

type Methods = ReadonlyMap<string, ReadonlySet<string>>;

/** What a path accepts; null for an unknown one. Files share a route that ends in an asterisk. */
function methodsOf(request: FastifyRequest, paths: Methods): ReadonlySet<string> | null {
  const path = pathOf(request);
  return paths.get(path) ?? paths.get(path.replace(/[^/]+$/, '*')) ?? null;
}

function earlyRefusal(request: FastifyRequest, paths: Methods) {
  const { raw, headers, is404, method } = request;
  if (!hasOneHost(raw)) return 400;
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') return 417;
  const bodyBytes = Number(headers['content-length'] ?? 0);
  if (bodyBytes > 0 && bodyBytes > (request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES)) return 413;
  if (!is404 || method === 'GET' || method === 'HEAD') return null;
  return methodsOf(request, paths) === null ? 404 : 405;
}

/**
 * RFC 9112 section 3.2: a request of HTTP/1.1 has exactly one Host field, and no request has two: of those, a proxy and this
 * server might believe different ones. Node's own refusal has no body.
 */
export function hasOneHost({ httpVersion, rawHeaders, headers }: FastifyRequest['raw']): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts === 1;
}

const HOST = 'host';
