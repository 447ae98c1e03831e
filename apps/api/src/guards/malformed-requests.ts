import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { sealFor } from '../encryption/register.ts';
import { hasOneHost, type Refuse } from '../http/errors.ts';
import { type IsSecure, setStrictHeaders, strictHeaders, TRANSPORT_SECURITY } from '../http/headers.ts';
import type { OpenRequests } from '../http/open-requests.ts';
import {
  isOfApi,
  JSON_TYPE,
  type RequestFailureStatus,
  requestFailure,
  sendRequestFailure,
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

const fixedHeaders = { ...strictHeaders, 'content-type': JSON_TYPE, connection: 'close' };

/**
 * Answers requests rejected by the HTTP parser with the envelope, and closes the connection. They are over https if the
 * public URL is: what a proxy says of them has not been read.
 */
export function answerBrokenRequests(openRequests: OpenRequests, publicUrl: string | null): ClientErrorHandler {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const headers = { ...fixedHeaders, ...(isSecure ? { 'strict-transport-security': TRANSPORT_SECURITY } : {}) };
  return (error, socket) => {
    const status = statusOf(error);
    const waiting = status === 408 ? openRequests.waitingForBody(socket) : null;
    if (waiting !== null) {
      void sendRequestFailure(waiting.header('connection', 'close'), status);
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
      return;
    }
    // A response being sent on this connection must not be mixed with another one.
    if (!socket.writable || error.code === 'ECONNRESET' || openRequests.isAnswering(socket)) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(status, headers));
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
  { refuseOtherHosts, isSecure }: { readonly refuseOtherHosts: Refuse; readonly isSecure: IsSecure },
): FrameworkErrorHandler {
  return (error, request, reply) => {
    setStrictHeaders(reply, isSecure);
    if (pages !== null && isRead(request) && !isOfApi(request) && hasOneHost(request.raw)) {
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

function rawAnswer(status: RequestFailureStatus, headers: Readonly<Record<string, string>>): string {
  const { phrase, body } = requestFailure(status);
  const fields = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
  return `HTTP/1.1 ${status} ${phrase}\r\n${fields.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n${body}`;
}
