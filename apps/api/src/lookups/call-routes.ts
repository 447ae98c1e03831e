import { type AnyTool, type AnyToolCall, answerEnvelope, checkParameterNames } from '@sonde/contract';
import { answerCall, type LocalData, translateFailure } from '@sonde/probes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../http/request-failure.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { requireDecodable } from './read-query.ts';

/** Enough for two thousand addresses, each with a label of a few words. */
const MAX_BODY_BYTES = 256 * 1024;

export interface CallRouteOptions {
  readonly limits: ClientLimits;
  readonly data: LocalData;
}

/**
 * Registers the calls of a tool beside its lookup. POST calls get their own route here.
 * @returns a function that answers a GET request for such a call, and returns false if the request is a lookup.
 */
export function registerCalls(
  app: FastifyInstance,
  tool: AnyTool,
  options: CallRouteOptions,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const { calls = [] } = tool;
  for (const call of calls.filter(({ method }) => method === 'POST')) {
    app.post(tool.path, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
      checkParameterNames(request.query as Readonly<Record<string, unknown>>, []);
      return send({ tool, call, request, reply }, request.body, options);
    });
  }
  return (request, reply) => {
    const parameters = request.query as Readonly<Record<string, unknown>>;
    const call = calls.find(({ chosenBy }) => chosenBy !== null && Object.hasOwn(parameters, chosenBy));
    if (call === undefined) return false;
    send({ tool, call, request, reply }, parameters, options).catch((error: unknown) => {
      reply.send(translateFailure(error));
    });
    return true;
  };
}

interface Asked {
  readonly tool: AnyTool;
  readonly call: AnyToolCall;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Never cached, neither here nor by proxies: callers have not agreed to the storage of their device lists. */
async function send(
  { tool, call, request, reply }: Asked,
  raw: unknown,
  { limits, data }: CallRouteOptions,
): Promise<FastifyReply> {
  requireDecodable(request.url);
  await limits.charge(reply, clientOf(request), call.cost);
  const body = JSON.stringify(answerEnvelope(await answerCall(tool.id, call, raw, data)));
  return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(body);
}
