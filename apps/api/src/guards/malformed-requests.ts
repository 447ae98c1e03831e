import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { sealFor } from '../encryption/register.ts';
import type { Refuse } from '../http/errors.ts';
import { strictHeaders } from '../http/headers.ts';
import type { OpenRequests } from '../http/open-requests.ts';
import {
  isOfApi,
  JSON_TYPE,
  type RequestFailureStatus,
  requestFailure,
  sendResult,
  toRequestFailureStatus,
} from '../http/request-failure.ts';
import type { Pages } from '../web/pages.ts';
import { sendNotFoundPage } from '../web/serve.ts';

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>;
type ClientError = Parameters<ClientErrorHandler>[0];

/** How long a client may take to read the answer to a request that could not be parsed. */
const LINGER_MS = 500;
/** If the request line is longer than this, it was the request line that exceeded the limit for headers. */
const LONG_REQUEST_LINE = 4096;

const fixedHeaders = Object.entries({ ...strictHeaders, 'content-type': JSON_TYPE, connection: 'close' });

/** Answers requests rejected by the HTTP parser with the envelope, and closes the connection. */
export function answerBrokenRequests(openRequests: OpenRequests): ClientErrorHandler {
  return (error, socket) => {
    // A response being sent on this connection must not be mixed with another one.
    if (!socket.writable || error.code === 'ECONNRESET' || openRequests.isAnswering(socket)) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(statusOf(error)));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

type FrameworkErrorHandler = NonNullable<FastifyServerOptions['frameworkErrors']>;

/**
 * Answers a URL that cannot be decoded with the page for unknown addresses, or, for programs, with the envelope. Neither
 * routes nor hooks see such a request.
 */
export function answerBadAddress(
  isSealed: boolean,
  pages: Pages | null,
  refuseOtherHosts: Refuse,
): FrameworkErrorHandler {
  return (error, request, reply) => {
    reply.headers(strictHeaders).header('x-request-id', request.id);
    if (pages !== null && isRead(request) && !isOfApi(request)) {
      if (!refuseOtherHosts(request, reply)) void sendNotFoundPage(request, reply, pages);
      return;
    }
    const failure = requestFailure(toRequestFailureStatus(error.statusCode ?? 400));
    sendResult(reply, isSealed ? { ...failure, body: sealFor(request, reply, failure.body) } : failure);
  };
}

function statusOf(error: ClientError): RequestFailureStatus {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (error.code === 'HPE_HEADER_OVERFLOW') return hasLongRequestLine(error) ? 414 : 431;
  return 400;
}

function hasLongRequestLine({ rawPacket }: ClientError): boolean {
  // Fastify declares the JSON form of what Node passes as a Buffer.
  const lineEnd = (rawPacket as unknown as Uint8Array | undefined)?.indexOf(0x0a) ?? -1;
  return lineEnd === -1 || lineEnd > LONG_REQUEST_LINE;
}

function rawAnswer(status: RequestFailureStatus): string {
  const { phrase, body } = requestFailure(status);
  const headers = [...fixedHeaders, ['content-length', String(Buffer.byteLength(body))]];
  return `HTTP/1.1 ${status} ${phrase}\r\n${headers.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n${body}`;
}
