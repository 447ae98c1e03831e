import { type FailureCode, failureEnvelope, ToolError, toRetrySeconds } from '@sonde/contract';
import { serverTiming } from '@sonde/contract/timing/server-timing';
import { failureResult, type LookupResult } from '@sonde/service';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Failures of the request itself, before it reaches a tool. The phrase is used in raw responses. */
export const requestFailures = {
  400: { phrase: 'Bad Request', message: 'The request is malformed.' },
  403: { phrase: 'Forbidden', message: 'This address is not given out.' },
  404: { phrase: 'Not Found', message: 'There is nothing at this address.' },
  405: { phrase: 'Method Not Allowed', message: 'Only GET and HEAD are answered here.' },
  406: { phrase: 'Not Acceptable', message: 'The answer cannot have the requested form.' },
  408: { phrase: 'Request Timeout', message: 'The request did not arrive in time.' },
  413: { phrase: 'Content Too Large', message: 'The body of the request is too large.' },
  414: { phrase: 'URI Too Long', message: 'The address of the request is too long.' },
  415: { phrase: 'Unsupported Media Type', message: 'The body of the request has an unknown type.' },
  416: { phrase: 'Range Not Satisfiable', message: 'There is no such part.' },
  417: { phrase: 'Expectation Failed', message: 'The Expect field of the request cannot be met.' },
  421: { phrase: 'Misdirected Request', message: 'This server does not answer under this name.' },
  431: { phrase: 'Request Header Fields Too Large', message: 'The header fields of the request are too large.' },
} as const;

export type RequestFailureStatus = keyof typeof requestFailures;

/** Maps a status to the nearest one in this table. */
export function toRequestFailureStatus(status: number): RequestFailureStatus {
  return status in requestFailures ? (status as RequestFailureStatus) : 400;
}

export function requestFailureCode(status: RequestFailureStatus): FailureCode {
  if (status === 403) return 'forbidden';
  return status === 404 ? 'not-found' : 'invalid-request';
}

export function requestFailure(status: RequestFailureStatus, words?: string): LookupResult & { phrase: string } {
  const { phrase, message } = requestFailures[status];
  const failure = new ToolError(requestFailureCode(status), words ?? message);
  return {
    status,
    phrase,
    body: JSON.stringify(failureEnvelope(failure)),
    code: failure.code,
    retryAfterSeconds: null,
  };
}

/** API calls always get the envelope; everything else gets a page. */
export const isOfApi = ({ url }: FastifyRequest) => /^\/api(?:[/?]|$)/.test(url);

export const JSON_TYPE = 'application/json; charset=utf-8';

export function sendResult(
  reply: FastifyReply,
  { status, body, retryAfterSeconds, timing }: LookupResult,
): FastifyReply {
  if (timing !== undefined) reply.header('server-timing', serverTiming(timing));
  if (retryAfterSeconds !== null) reply.header('retry-after', toRetrySeconds(retryAfterSeconds));
  return reply.code(status).type(JSON_TYPE).send(body);
}

export function sendFailure(reply: FastifyReply, failure: ToolError): FastifyReply {
  return sendResult(reply, failureResult(failure));
}

/** Refuses a call that a page of another site makes. */
export function refuseOtherSite(reply: FastifyReply): FastifyReply {
  return sendRequestFailure(reply, 403, 'Pages of other sites may not call this server.');
}

/** Sends a failure; `words` replace the message of the table. */
export function sendRequestFailure(reply: FastifyReply, status: RequestFailureStatus, words?: string): FastifyReply {
  return sendResult(reply, requestFailure(status, words));
}
