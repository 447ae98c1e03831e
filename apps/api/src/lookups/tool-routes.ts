import type { AnyTool, FailureCode } from '@sonde/contract';
import { type LocalData, translateFailure } from '@sonde/probes';
import {
  type AnswerPlan,
  type LookupRequest,
  type LookupResult,
  type LookupSource,
  lookupBudgetMs,
  type Service,
} from '@sonde/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RecorderFor, RecordLookup } from '../accounts/history/record-lookups.ts';
import { ClientGone, startRequestDeadline } from '../http/request-deadline.ts';
import { sendResult } from '../http/request-failure.ts';
import { type Stopping, stoppingFailure } from '../http/stopping.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { answerAsStream, type StreamOptions } from '../streams/answer-as-stream.ts';
import { wantsStream } from '../streams/wants-stream.ts';
import { checkScope } from '../tokens/register.ts';
import { registerCalls } from './call-routes.ts';
import type { ReadQuery } from './read-query.ts';

export interface ToolRouteOptions {
  readonly service: Service;
  readonly readQuery: ReadQuery;
  readonly limits: ClientLimits;
  readonly stopping: Stopping;
  readonly streams: StreamOptions;
  readonly recorderFor: RecorderFor;
  /** Local databases, for calls that are answered without the network. */
  readonly data: LocalData;
  /** Called for every answer: `code` is null unless it is a failure, `source` is null if no lookup was made. */
  readonly onAnswer: (tool: string, code: FailureCode | null, source: LookupSource | null) => void;
}

/** One call of a tool. */
interface Call {
  readonly tool: AnyTool;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call with valid parameters. */
interface AskedCall extends Call {
  readonly query: LookupRequest;
  /** A promise only if other instances have to be asked. */
  readonly plan: AnswerPlan | Promise<AnswerPlan>;
  /** The client that is charged. */
  readonly client: string;
  /** Adds the lookup to the history of a signed-in member; null for other visitors. */
  readonly record: RecordLookup | null;
}

/**
 * Registers a route for each path of each tool, and the tool's further calls. A call is read, then answered on one of two paths:
 * `answerFromMemory` or `answerByLookup`.
 */
export function registerTools(app: FastifyInstance, options: ToolRouteOptions): void {
  for (const tool of options.service.tools) {
    const answerFurther = registerCalls(app, tool, options);
    const answer = (request: FastifyRequest, reply: FastifyReply): void => {
      if (answerFurther(request, reply)) return;
      const call = { tool, request, reply };
      // Not returned to Fastify, which would monitor the end of every response whose handler returns a promise.
      try {
        const asked = readCall(call, options);
        if (answerFromMemory(asked, options)) return;
        answerByLookup(asked, options).catch((error: unknown) => fail(call, error, options));
      } catch (error) {
        fail(call, error, options);
      }
    };
    for (const path of [tool.path, ...(tool.alsoAt ?? [])]) app.get(path, { config: { compressed: 'always' } }, answer);
  }
}

function readCall({ tool, request, reply }: Call, options: ToolRouteOptions): AskedCall {
  if (options.stopping.isStopping) throw stoppingFailure();
  checkScope(request, 'lookups');
  const query = options.readQuery(tool, request);
  const plan = options.service.plan(tool, query);
  const record = options.recorderFor(request, tool.id, String(query.query[tool.target]));
  // Not copied by a spread, which would take a tenth of the time of a cached answer.
  return { tool, request, reply, query, plan, client: clientOf(request), record };
}

/**
 * The fast path: an answer that this instance has is sent without creating a promise, timer or signal. Returns false, and has done
 * nothing, if anything has to be waited for.
 * @throws ToolError `rate-limited`
 */
function answerFromMemory(asked: AskedCall, { limits, onAnswer }: ToolRouteOptions): boolean {
  const { tool, request, reply, plan, client, record } = asked;
  if (plan instanceof Promise || plan.cached === undefined) return false;
  if (limits.areShared || record !== null || wantsStream(request)) return false;
  // Undefined unless limits are shared: there is nothing to wait for.
  void limits.charge(reply, client, plan.cost);
  request.lookupSource = 'fresh';
  sendResult(reply, plan.cached);
  onAnswer(tool.id, plan.cached.code, 'fresh');
  return true;
}

/** The slow path: everything else. The lookup is aborted if the client leaves. */
async function answerByLookup(asked: AskedCall, options: ToolRouteOptions): Promise<void> {
  const { tool, request, reply, query, client, record } = asked;
  const { service, limits, streams, stopping, onAnswer } = options;
  // Only what is a promise is awaited: during any other await, an equal request would be charged as a separate lookup.
  const plan = asked.plan instanceof Promise ? await asked.plan : asked.plan;
  const charged = limits.charge(reply, client, plan.cost);
  if (charged !== undefined) await charged;
  const deadline = startRequestDeadline(reply, lookupBudgetMs(tool, query), stopping.signal);
  const caller = {
    client,
    network: networkOf(request),
    signal: deadline.signal,
    onSource: (source: LookupSource) => {
      request.lookupSource = source;
    },
  };
  // Recorded before it is sent, so that the history contains everything a visitor has seen.
  const recorded = async (result: LookupResult) => {
    await record?.(result.code);
    return result;
  };
  try {
    const isStream = wantsStream(request);
    const result = isStream
      ? await answerAsStream(reply, streams, (listen) =>
          service.answer(tool, query, plan, { ...caller, listen }).then(recorded),
        )
      : await service.answer(tool, query, plan, caller).then(recorded);
    if (!isStream) sendResult(reply, result);
    onAnswer(tool.id, result.code, request.lookupSource);
  } finally {
    deadline.release();
  }
}

function fail({ tool, reply }: Call, error: unknown, { onAnswer }: ToolRouteOptions): void {
  if (error instanceof ClientGone) {
    reply.hijack();
    return;
  }
  const failure = translateFailure(error);
  onAnswer(tool.id, failure.code, null);
  reply.send(failure);
}
