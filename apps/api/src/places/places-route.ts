import { type AnyTool, ToolError } from '@sonde/contract';
import { MAX_PLACES_ASKED, PLACE_ID, places, SELF } from '@sonde/contract/places/places';
import { answerResult, type LookupResult, rateLimited, type Service, WISHES } from '@sonde/service';
import type { Hub } from '@sonde/service/places/hub';
import type { Parameters } from '@sonde/service/places/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ClientGone, startRequestDeadline } from '../http/request-deadline.ts';
import { sendResult } from '../http/request-failure.ts';
import { type Stopping, stoppingFailure } from '../http/stopping.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { parametersOf } from '../lookups/read-query.ts';
import { answerAsStream, type StreamOptions } from '../streams/answer-as-stream.ts';
import { wantsStream } from '../streams/wants-stream.ts';
import { checkScope } from '../tokens/register.ts';
import { type AskedEverywhere, askEverywhere, isAskedElsewhere, refuseBurden } from './ask-everywhere.ts';

export interface PlacesCallOptions {
  readonly service: Service;
  readonly hub: Hub;
  readonly limits: ClientLimits;
  readonly stopping: Stopping;
  readonly streams: StreamOptions;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Calls of one client that run at once. */
const MAX_CALLS = 4;
/** The page ends so long after the deadline of its tool, whoever is missing. */
const MARGIN_MS = 2_500;

/** Registers `GET /api/v2/places/{tool}`. Its whole cost, that of the tool at each place, is charged before it begins. */
export function registerPlacesCall(app: FastifyInstance, options: PlacesCallOptions): void {
  const running = new Map<string, number>();
  for (const tool of options.service.tools.filter(isAskedElsewhere)) {
    const queryParameters = ['from', ...Object.keys(tool.query.shape), ...WISHES];
    const config = { compressed: 'always', queryParameters } as const;
    app.get(`${places.path}/${tool.id}`, { config }, async (request, reply) => {
      if (options.stopping.isStopping) throw stoppingFailure();
      checkScope(request, 'lookups');
      const asked = readCall(tool, request, options);
      const client = clientOf(request);
      const what = `This lookup at ${asked.from.length} places`;
      await options.limits.charge(reply, client, tool.cost * asked.from.length, what);
      const end = beginCall(running, client);
      try {
        return await answer(asked, { request, reply }, options);
      } catch (error) {
        if (!(error instanceof ClientGone)) throw error;
        return reply.hijack();
      } finally {
        end();
      }
    });
  }
}

/** @throws ToolError `invalid-input`, `refused-target`. */
function readCall(tool: AnyTool, request: FastifyRequest, { service }: PlacesCallOptions): AskedEverywhere {
  const { from = SELF, ...query } = parametersOf(request);
  const asked = service.check(tool, query);
  refuseBurden(tool, asked);
  return { tool, request: asked, query: query as Parameters, from: readFrom(from) };
}

/** @throws ToolError `invalid-input`. */
function readFrom(from: unknown): readonly string[] {
  const fail = (message: string) => new ToolError('invalid-input', message, { field: 'from' });
  if (typeof from !== 'string') throw fail('from may be given once, with ids separated by commas.');
  const ids = [...new Set(from.split(',').map((id) => id.trim()))];
  if (ids.some((id) => !PLACE_ID.test(id))) throw fail('from takes ids of places, separated by commas, or self.');
  if (ids.length > MAX_PLACES_ASKED) throw fail(`At most ${MAX_PLACES_ASKED} places can be asked at once.`);
  return ids;
}

/** @throws ToolError `rate-limited` if the client runs too many of these calls. */
function beginCall(running: Map<string, number>, client: string): () => void {
  const before = running.get(client) ?? 0;
  if (before >= MAX_CALLS) throw rateLimited({ isAllowed: false, retryInMs: 1_000, wholeInMs: 1_000, remaining: 0 });
  running.set(client, before + 1);
  return () => {
    const left = (running.get(client) ?? 1) - 1;
    if (left > 0) running.set(client, left);
    else running.delete(client);
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  asked: AskedEverywhere,
  { request, reply }: Exchange,
  { stopping, streams, ...parts }: PlacesCallOptions,
): Promise<FastifyReply> {
  const deadline = startRequestDeadline(reply, asked.tool.deadlineMs(asked.request.query) + MARGIN_MS, stopping.signal);
  const caller = { client: clientOf(request), network: networkOf(request), signal: deadline.signal };
  const find = async (listen?: (json: string) => void): Promise<LookupResult> =>
    answerResult(await askEverywhere(asked, parts, { ...caller, listen }));
  try {
    if (!wantsStream(request)) return sendResult(reply, await find());
    await answerAsStream(reply, streams, find);
    return reply;
  } finally {
    deadline.release();
  }
}
