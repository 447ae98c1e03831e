import type { FastifyRequest } from 'fastify';
import { createIsOwnOrigin } from '../guards/own-origin.ts';
import type { Refuse } from '../http/errors.ts';
import { refuseOtherSite, sendRequestFailure } from '../http/request-failure.ts';
import { acceptedTypes } from '../streams/accepted-types.ts';
import { mirroredHeaderError } from './mirrored-headers.ts';

const JSON_TYPE = 'application/json';
export const EVENT_STREAM = 'text/event-stream';

/**
 * What the transport requires of every request (revisions 2025-11-25 and 2026-07-28, basic/transports): a page of another site must not
 * reach a server in the network of its visitor, and a client must not be answered in a revision or a format that it does not
 * expect.
 */
export function createTransportCheck(origins: readonly string[], publicUrl: string | null): Refuse {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const isOwnOrigin = createIsOwnOrigin(publicUrl);
  return (request, reply) => {
    const { origin, 'content-type': type } = request.headers;
    if (origin !== undefined && !allowed.has(origin) && !isOwnOrigin(origin, request)) {
      refuseOtherSite(reply);
    } else if (!isJson(type)) {
      sendRequestFailure(reply, 415, `Send the message as Content-Type: ${JSON_TYPE}.`);
    } else if (!accepts(request, JSON_TYPE) && !accepts(request, EVENT_STREAM)) {
      sendRequestFailure(reply, 406, `Accept must allow ${JSON_TYPE} or ${EVENT_STREAM}.`);
    } else {
      const error = mirroredHeaderError(request);
      if (error === null) return false;
      reply.code(400).type(JSON_TYPE).send(error);
    }
    return true;
  };
}

const isJson = (type: string | undefined) => type?.split(';')[0]?.trim().toLowerCase() === JSON_TYPE;

/** Whether `Accept` allows this media type; a missing field allows all. */
export function accepts({ headers }: Pick<FastifyRequest, 'headers'>, type: string): boolean {
  const ranges = acceptedTypes(headers.accept ?? '*/*');
  return [type, `${type.split('/')[0]}/*`, '*/*'].some((one) => ranges.includes(one));
}
