import { type AnyTool, ToolError, type ToolId, tools } from '@sonde/contract';
import { checkQuery, translateFailure } from '@sonde/probes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Lookups } from './lookups/lookups.ts';
import { ClientGone, patienceOf } from './patience.ts';
import { sendFailure, sendOutcome } from './request-failure.ts';
import { type Stopping, stoppingFailure } from './stopping.ts';

/** The longest an ordinary call may take, and what a longer lookup gets beyond its own deadline. */
const CALL_BUDGET_MS = 25_000;
const BUDGET_MARGIN_MS = 1_000;

export interface ToolRouteOptions {
  readonly lookups: Lookups;
  readonly stopping: Stopping;
}

/** One route per contract. */
export function registerTools(app: FastifyInstance, options: ToolRouteOptions): void {
  for (const id of Object.keys(tools) as ToolId[]) {
    app.get(tools[id].path, (request, reply) => answer(id, request, reply, options));
  }
}

async function answer(id: ToolId, request: FastifyRequest, reply: FastifyReply, options: ToolRouteOptions) {
  const { lookups, stopping } = options;
  if (stopping.isStopping) return sendFailure(reply, stoppingFailure());
  const tool: AnyTool = tools[id];
  const checked = checkQuery(id, readQuery(request));
  const budgetMs = Math.max(CALL_BUDGET_MS, tool.deadlineMs(checked.query) + BUDGET_MARGIN_MS);
  const patience = patienceOf(reply, budgetMs, stopping.signal);
  try {
    const { outcome, source } = await lookups.find(checked, patience.signal);
    request.lookupSource = source;
    return sendOutcome(reply, outcome);
  } catch (error) {
    if (error instanceof ClientGone) return reply.hijack();
    throw translateFailure(error);
  } finally {
    patience.release();
  }
}

/** The parameters as they were sent: a name given twice is a list, which no contract takes. */
function readQuery(request: FastifyRequest): Readonly<Record<string, unknown>> {
  try {
    // Fastify's parser leaves what it cannot decode as it is: `%ff` would be looked up as a name.
    decodeURIComponent(request.url);
  } catch (cause) {
    throw new ToolError('invalid-input', 'The query is not properly percent-encoded.', { cause });
  }
  return request.query as Readonly<Record<string, unknown>>;
}
