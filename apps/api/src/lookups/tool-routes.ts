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

/** A call with valid parameters, and how it will be answered. */
interface PlannedCall extends Call {
  readonly query: LookupRequest;
  readonly plan: AnswerPlan;
  /** The client that is charged. */
  readonly client: string;
  /** Adds the lookup to the history of a signed-in member; null for other visitors. */
  readonly record: RecordLookup | null;
}

/** Registers a route for each path of each tool, and the tool's further calls. */
export function registerTools(app: FastifyInstance, options: ToolRouteOptions): void {
  for (const tool of options.service.tools) {
    const answerFurther = registerCalls(app, tool, options);
    const answer = (request: FastifyRequest, reply: FastifyReply): void => {
      if (answerFurther(request, reply)) return;
      const call = { tool, request, reply };
      // Not returned to Fastify, which would monitor the end of every response whose handler returns a promise.
      try {
        const planned = planCall(call, options);
        // The fast path: a cached answer is sent without creating a promise, timer or signal.
        if (!(planned instanceof Promise) && sendCached(planned, options)) return;
        lookUp(planned, options).catch((error: unknown) => fail(call, error, options));
      } catch (error) {
        fail(call, error, options);
      }
    };
    for (const path of [tool.path, ...(tool.alsoAt ?? [])]) app.get(path, { config: { compressed: 'always' } }, answer);
  }
}

/** Returns a promise only if the shared store has to be queried. */
function planCall(call: Call, options: ToolRouteOptions): PlannedCall | Promise<PlannedCall> {
  if (options.stopping.isStopping) throw stoppingFailure();
  checkScope(call.request, 'lookups');
  const query = options.readQuery(call.tool, call.request);
  const plan = options.service.plan(call.tool, query);
  return plan instanceof Promise
    ? plan.then((later) => chargeCall(call, query, later, options))
    : chargeCall(call, query, plan, options);
}

function chargeCall(
  { tool, request, reply }: Call,
  query: LookupRequest,
  plan: AnswerPlan,
  { limits, recorderFor }: ToolRouteOptions,
): PlannedCall | Promise<PlannedCall> {
  const client = clientOf(request);
  const charged = limits.charge(reply, client, plan.cost);
  const record = recorderFor(request, tool.id, String(query.query[tool.target]));
  // Not copied by a spread, which would take a tenth of the time of a cached answer.
  const planned = { tool, request, reply, query, plan, client, record };
  return charged === undefined ? planned : charged.then(() => planned);
}

/** Sends a cached answer if nothing else is required. Returns false otherwise. */
function sendCached({ tool, request, reply, plan, record }: PlannedCall, { onAnswer }: ToolRouteOptions): boolean {
  if (plan.cached === undefined || record !== null || wantsStream(request)) return false;
  request.lookupSource = 'fresh';
  sendResult(reply, plan.cached);
  onAnswer(tool.id, plan.cached.code, 'fresh');
  return true;
}

/** Answers by a lookup, which is aborted if the client leaves. */
async function lookUp(planned: PlannedCall | Promise<PlannedCall>, options: ToolRouteOptions): Promise<void> {
  // An unnecessary await would let an equal request arriving meanwhile be charged as a separate lookup.
  const call = planned instanceof Promise ? await planned : planned;
  if (sendCached(call, options)) return;
  const { tool, request, reply, query, plan, client, record } = call;
  const deadline = startRequestDeadline(reply, lookupBudgetMs(tool, query), options.stopping.signal);
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
    const { service, streams } = options;
    const result = isStream
      ? await answerAsStream(reply, streams, (listen) =>
          service.answer(tool, query, plan, { ...caller, listen }).then(recorded),
        )
      : await service.answer(tool, query, plan, caller).then(recorded);
    if (!isStream) sendResult(reply, result);
    options.onAnswer(tool.id, result.code, request.lookupSource);
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
