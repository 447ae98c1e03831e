// reports/: the call for reports, answered at once or as a stream of parts. It knows no single tool.
import { type FailureCode, report } from '@sonde/contract';
import { translateFailure } from '@sonde/probes';
import type { LookupResult, LookupSource, ReportCaller, ReportPlan, Service } from '@sonde/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RecorderFor, RecordLookup } from '../accounts/history/record-lookups.ts';
import { ClientGone, startRequestDeadline } from '../http/request-deadline.ts';
import { sendResult } from '../http/request-failure.ts';
import { type Stopping, stoppingFailure } from '../http/stopping.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { parametersOf } from '../lookups/read-query.ts';
import { answerAsStream, type StreamOptions } from '../streams/answer-as-stream.ts';
import { wantsStream } from '../streams/wants-stream.ts';
import { checkScope } from '../tokens/register.ts';

export interface ReportRouteOptions {
  readonly service: Service;
  readonly limits: ClientLimits;
  readonly stopping: Stopping;
  readonly streams: StreamOptions;
  readonly recorderFor: RecorderFor;
  /** Called for every completed part, and for the report itself. */
  readonly onAnswer: (tool: string, code: FailureCode | null, source: LookupSource | null) => void;
}

/** Registers `GET /api/v2/report`. Its whole cost is charged before any part begins. */
export function registerReport(app: FastifyInstance, options: ReportRouteOptions): void {
  app.get(report.path, { config: { compressed: 'always' } }, (request, reply) => {
    // Not returned to Fastify, which would monitor the end of every response whose handler returns a promise.
    answerReport(request, reply, options).catch((error: unknown) => fail(reply, error, options));
  });
}

async function answerReport(request: FastifyRequest, reply: FastifyReply, options: ReportRouteOptions): Promise<void> {
  const { service, limits, stopping, onAnswer } = options;
  if (stopping.isStopping) throw stoppingFailure();
  checkScope(request, 'lookups');
  const wanted = service.reports.check(parametersOf(request));
  const planning = service.reports.plan(wanted);
  // An unnecessary await would let an equal request arriving meanwhile be charged for the same lookups.
  const plan = planning instanceof Promise ? await planning : planning;
  const client = clientOf(request);
  const charging = limits.charge(reply, client, plan.cost, 'This report');
  if (charging !== undefined) await charging;
  const deadline = startRequestDeadline(reply, service.reports.budgetMs(wanted), stopping.signal);
  try {
    const caller: ReportCaller = {
      client,
      network: networkOf(request),
      signal: deadline.signal,
      onAnswer: ({ id }, { code }, source) => onAnswer(id, code, source),
    };
    const record = options.recorderFor(request, report.id, wanted.target);
    const result = await send(plan, caller, { request, reply, record, options });
    onAnswer(report.id, result.code, null);
  } finally {
    deadline.release();
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Adds the report to the history of a signed-in member; null for other visitors. */
  readonly record: RecordLookup | null;
  readonly options: ReportRouteOptions;
}

async function send(
  plan: ReportPlan,
  caller: ReportCaller,
  { request, reply, record, options: { service, streams } }: Exchange,
): Promise<LookupResult> {
  // Recorded before it is sent, so that the history contains everything a visitor has seen.
  const recorded = async (result: LookupResult) => {
    await record?.(result.code);
    return result;
  };
  if (wantsStream(request)) {
    const asked = { ...streams, partEvent: report.partEvent };
    return answerAsStream(reply, asked, (onPart) => service.reports.answer(plan, { ...caller, onPart }).then(recorded));
  }
  const result = await service.reports.answer(plan, caller).then(recorded);
  sendResult(reply, result);
  return result;
}

function fail(reply: FastifyReply, error: unknown, { onAnswer }: ReportRouteOptions): void {
  if (error instanceof ClientGone) {
    reply.hijack();
    return;
  }
  const failure = translateFailure(error);
  onAnswer(report.id, failure.code, null);
  reply.send(failure);
}
