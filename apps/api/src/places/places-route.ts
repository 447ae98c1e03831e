import { type AnyTool, ToolError } from '@sonde/contract';
import { FROM, isAskedElsewhere } from '@sonde/contract/places/asked-elsewhere';
import { places, SELF } from '@sonde/contract/places/places';
import { answerResult, type LookupResult, type Service, WISHES } from '@sonde/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ClientGone, startRequestDeadline } from '../http/request-deadline.ts';
import { sendResult } from '../http/request-failure.ts';
import { type Stopping, stoppingFailure } from '../http/stopping.ts';
import type { Charge } from '../limits/charge.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { parametersOf } from '../lookups/read-query.ts';
import { answerAsStream, type StreamOptions } from '../streams/answer-as-stream.ts';
import { wantsStream } from '../streams/wants-stream.ts';
import { checkScope } from '../tokens/register.ts';
import type { AskedEverywhere } from './ask-everywhere.ts';
import type { BegunCall, PlaceCalls } from './place-calls.ts';

export interface PlacesCallOptions {
  readonly service: Pick<Service, 'tools'>;
  readonly calls: PlaceCalls;
  readonly limits: ClientLimits;
  readonly stopping: Stopping;
  readonly streams: StreamOptions;
}

/** The page ends so long after the deadline of its tool, whoever is missing. */
const MARGIN_MS = 2_500;

/** Registers `GET /api/v2/places/{tool}`. */
export function registerPlacesCall(app: FastifyInstance, options: PlacesCallOptions): void {
  const { service, calls, limits, stopping } = options;
  for (const tool of service.tools.filter(isAskedElsewhere)) {
    const queryParameters = [FROM, ...Object.keys(tool.query.shape), ...WISHES];
    const config = { compressed: 'always', queryParameters } as const;
    app.get(`${places.path}/${tool.id}`, { config }, async (request, reply) => {
      if (stopping.isStopping) throw stoppingFailure();
      checkScope(request, 'lookups');
      const asked = readCall(tool, request, calls);
      const client = clientOf(request);
      const charge: Charge = (units, what) => limits.charge(reply, client, units, what);
      const begun = await calls.begin(asked, { client, charge });
      try {
        return await answer({ asked, begun }, { request, reply }, options);
      } catch (error) {
        if (!(error instanceof ClientGone)) throw error;
        return reply.hijack();
      } finally {
        begun.end();
      }
    });
  }
}

/** @throws ToolError `invalid-input`, `refused-target`. */
function readCall(tool: AnyTool, request: FastifyRequest, { check }: PlaceCalls): AskedEverywhere {
  const { [FROM]: from = SELF, ...query } = parametersOf(request);
  if (typeof from !== 'string')
    throw new ToolError('invalid-input', `'${FROM}' may be given once, with ids separated by commas.`, { field: FROM });
  return check(tool, query, from);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  { asked, begun }: { readonly asked: AskedEverywhere; readonly begun: BegunCall },
  { request, reply }: Exchange,
  { stopping, streams }: PlacesCallOptions,
): Promise<FastifyReply> {
  const deadline = startRequestDeadline(reply, asked.tool.deadlineMs(asked.request.query) + MARGIN_MS, stopping.signal);
  const caller = { client: clientOf(request), network: networkOf(request), signal: deadline.signal };
  const find = async (listen?: (json: string) => void): Promise<LookupResult> =>
    answerResult(await begun.run({ ...caller, listen }));
  try {
    if (!wantsStream(request)) return sendResult(reply, await find());
    await answerAsStream(reply, streams, find);
    return reply;
  } finally {
    deadline.release();
  }
}
