import {
  type AnswerOf,
  type AnyTool,
  checkParameterNames,
  type FailureReason,
  type Gap,
  reasons,
  ToolError,
  type ToolId,
  type Tools,
  tools,
} from '@sonde/contract';
import type { judgeAnswer } from '@sonde/contract/answers/answer-checks';
import type { WorkLimits } from '@sonde/contract/work-limits';
import { fitAnswer } from './answer-size.ts';
import { startDeadline } from './async/deadline.ts';
import type { LocalData } from './data/data.ts';
import { countInStrangeZones } from './limits/strange-zones.ts';
import { defaultLimitsOf, type TargetLimits } from './limits/target-limits.ts';
import { type Net, NetFailure } from './net/net.ts';
import type { Measured, ProbeContext } from './probe.ts';
import { setSuffixList } from './protocols/public-suffix/registrable-domain.ts';
import { probes } from './tools/index.ts';
import { attachWork, nobody, type ResolverChoice, type WorkOwner } from './work/work.ts';
import { createWorkBudget } from './work/work-budget.ts';

/** A query that satisfies the tool's contract, with its key. */
export interface CheckedQuery<Id extends ToolId = ToolId> {
  readonly id: Id;
  readonly query: Readonly<Record<string, unknown>>;
  /** Equal for equal queries, however they were spelled; used for caching and joining lookups. */
  readonly key: string;
}

export type Answer = { gaps: Gap[] } & Record<string, unknown>;

/**
 * Checks the raw query parameters of a call against the tool's contract.
 * @throws ToolError `invalid-input` with a text for the visitor and the name of the parameter
 */
export function checkQuery<Id extends ToolId>(id: Id, raw: Readonly<Record<string, unknown>>): CheckedQuery<Id> {
  const tool: AnyTool = tools[id];
  checkParameterNames(raw, Object.keys(tool.query.shape), tool.repeatable);
  const parsed = tool.query.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.map(String).join('.');
    throw new ToolError('invalid-input', issue?.message ?? 'The query is not valid.', field ? { field } : {});
  }
  const entries = Object.entries(parsed.data).sort(([a], [b]) => (a < b ? -1 : 1));
  return { id, query: parsed.data, key: `${id}?${JSON.stringify(entries)}` };
}

export interface RunContext {
  readonly net: Net;
  readonly data: LocalData;
  /** Default: the default limits, counted in this process for all lookups through `net`. */
  readonly limits?: TargetLimits;
  /** Ends the lookup with the signal's reason. */
  readonly signal: AbortSignal;
  report?(progress: unknown): void;
  /** See `ProbeContext`. */
  readonly share?: () => number;
  /** For whom it is measured. Default: nobody in particular. */
  readonly owner?: WorkOwner;
  /** Which resolvers are asked. Default: the first that answers. */
  readonly resolvers?: ResolverChoice | undefined;
  /** Limits other than those of the tool's contract, for tests. */
  readonly most?: WorkLimits;
}

/**
 * Measures a checked query within the contract's deadline. The only place where failures become `ToolError`s.
 * @throws ToolError, or the reason of `context.signal` when the caller aborted
 */
export async function measure<Id extends ToolId>(
  { id, query }: CheckedQuery<Id>,
  context: RunContext,
): Promise<AnswerOf<Tools[Id]>> {
  const tool: AnyTool = tools[id];
  const deadline = startDeadline({ timeoutMs: tool.deadlineMs(query), what: id }, [context.signal]);
  const { net, data: local, limits = defaultLimitsOf(net), report = () => {}, share, resolvers } = context;
  const budget = createWorkBudget(context.most ?? tool.most);
  const owner = context.owner ?? nobody;
  const countQuestion = countInStrangeZones(limits, { owner, target: String(query[tool.target]) });
  attachWork(deadline.signal, { owner, budget, countQuestion, ...(resolvers && { resolvers }) });
  try {
    setSuffixList(await local.suffixes());
    const probe = loadedProbes[id] ?? (await loadProbe(id));
    deadline.signal.throwIfAborted();
    const asked = { net, data: local, limits, signal: deadline.signal, report, share };
    const { data, gaps } = await probe(query, asked);
    context.signal.throwIfAborted();
    const checkedAt = new Date().toISOString();
    const answer = { ...data, gaps: [...gaps], checkedAt };
    const judge = loadedJudge ?? (await loadJudge());
    const { verdict, ...judged } = judge(id, answer);
    // A verdict among the tool's own data keeps its meaning.
    const complete = { verdict, ...answer, ...judged };
    return fitAnswer(complete, tool, (context.most ?? tool.most).answerOctets) as unknown as AnswerOf<Tools[Id]>;
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    throw translateFailure(error, deadline.isPast);
  } finally {
    deadline.end();
  }
}

/**
 * Loads the code of every tool, for long-running servers: the first visitor does not have to wait for it, and an upgrade that
 * replaces the files of a running server does not affect it.
 */
export async function loadTools(): Promise<void> {
  await Promise.all([loadJudge(), ...(Object.keys(probes) as ToolId[]).map(loadProbe)]);
}

type AnyProbe = (query: unknown, context: ProbeContext<unknown>) => Promise<Measured<Record<string, unknown>>>;

/** Loaded probes are cached: importing the same file again would resolve its path again, through all hooks. */
const loadedProbes: { [Id in ToolId]?: AnyProbe } = {};
let loadedJudge: typeof judgeAnswer | undefined;

async function loadProbe(id: ToolId): Promise<AnyProbe> {
  // The registry pairs every id with its own probe, which TypeScript cannot infer through an index.
  const probe = (await probes[id]()) as unknown as AnyProbe;
  loadedProbes[id] = probe;
  return probe;
}

/**
 * Loaded only when there is an answer to judge: findings are a third of the code, and a command should send its query at once.
 */
async function loadJudge(): Promise<typeof judgeAnswer> {
  const checks = await import('@sonde/contract/answers/answer-checks');
  loadedJudge = checks.judgeAnswer;
  return loadedJudge;
}

/** Translates any thrown value into a failure that may be shown to visitors. */
export function translateFailure(error: unknown, isPastDeadline = false): ToolError {
  if (error instanceof ToolError) return error;
  if (isPastDeadline) return failureOf('timeout', error);
  if (error instanceof NetFailure) return failureOf(error.reason, error);
  return new ToolError('internal', 'Something went wrong in Sonde.', { cause: error });
}

function failureOf(reason: FailureReason, cause: unknown): ToolError {
  const { code, meaning } = reasons[reason];
  return new ToolError(code, meaning, { reason, cause });
}
