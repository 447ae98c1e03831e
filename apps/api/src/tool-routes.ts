import type { AnyTool, FailureCode } from '@sonde/contract';
import { translateFailure } from '@sonde/probes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NoteFor, NoteLookup } from './accounts/lookup-notes.ts';
import { clientOf } from './limits/client.ts';
import type { RefuseDenied } from './limits/denied.ts';
import type { Limits } from './limits/limits.ts';
import type { LookupSource, Lookups } from './lookups/lookups.ts';
import type { Outcome } from './lookups/outcome.ts';
import type { Rechecks } from './lookups/rechecks.ts';
import type { Listen } from './lookups/single-flight.ts';
import { ClientGone, patienceOf } from './patience.ts';
import type { AskedQuestion, ReadQuestion } from './questions.ts';
import { sendOutcome } from './request-failure.ts';
import { type Stopping, stoppingFailure } from './stopping.ts';
import { answerAsStream, type StreamOptions } from './streams/answer-as-stream.ts';
import { wantsStream } from './streams/wants-stream.ts';

/** The longest an ordinary call may take, and what a longer lookup gets beyond its own deadline. */
const CALL_BUDGET_MS = 25_000;
const BUDGET_MARGIN_MS = 1_000;
/** What an answer that costs nobody anything else costs of the price of a lookup. */
const SHARE_WITHOUT_LOOKUP = 1 / 4;

export interface ToolRouteOptions {
  readonly tools: readonly AnyTool[];
  readonly readQuestion: ReadQuestion;
  readonly lookups: Lookups;
  readonly limits: Limits;
  readonly rechecks: Rechecks;
  readonly refuseDenied: RefuseDenied;
  readonly stopping: Stopping;
  readonly streams: StreamOptions;
  readonly noteFor: NoteFor;
  /** Told of every answer: `code` is null where it is no failure, `source` where no lookup was made. */
  readonly onAnswer: (tool: string, code: FailureCode | null, source: LookupSource | null) => void;
}

/** One call of a tool. */
interface Call {
  readonly tool: AnyTool;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Writes down how it ended, for whoever is signed in. */
  readonly note: NoteLookup | null;
}

/** One route per contract. */
export function registerTools(app: FastifyInstance, options: ToolRouteOptions): void {
  for (const tool of options.tools) {
    app.get(tool.path, (request, reply) => {
      const call = { tool, request, reply, note: null };
      // Not handed to Fastify, which would watch the end of every response whose handler returns a promise.
      try {
        answer(call, options)?.catch((error: unknown) => fail(call, error, options));
      } catch (error) {
        fail(call, error, options);
      }
    });
  }
}

/** What lies ready is sent at once: no promise, no timer and no signal is made for it. */
function answer(call: Call, options: ToolRouteOptions): Promise<void> | undefined {
  const { tool, request } = call;
  const { lookups } = options;
  if (options.stopping.isStopping) throw stoppingFailure();
  const question = options.readQuestion(tool, request);
  options.refuseDenied(String(question.query[tool.target]));
  const { key } = question;
  if (lookups.inquire === null || lookups.kept(key) !== undefined || lookups.isUnderWay(key)) {
    return chargeAndAnswer(call, question, false, options);
  }
  return lookups.inquire(question).then((isElsewhere) => chargeAndAnswer(call, question, isElsewhere, options));
}

/** `isElsewhere`: another server measures it already. */
function chargeAndAnswer(
  call: Call,
  question: AskedQuestion,
  isElsewhere: boolean,
  options: ToolRouteOptions,
): Promise<void> | undefined {
  const { tool, request, reply } = call;
  const { lookups, limits } = options;
  const kept = lookups.kept(question.key);
  const isUnderWay = lookups.isUnderWay(question.key);
  /** What is under way is as new as can be. */
  const isRepeated = question.wantsFresh && kept !== undefined && !isUnderWay;
  const isLookup = isRepeated || (kept === undefined && !isElsewhere && !isUnderWay);
  const client = clientOf(request);
  const charged = limits.charge(reply, client, isLookup ? tool.cost : tool.cost * SHARE_WITHOUT_LOOKUP);
  const noted = { ...call, note: options.noteFor(request, tool.id, String(question.query[tool.target])) };
  const proceed = () => {
    if (isRepeated) return repeat(noted, question, client, options);
    const isJoined = question.wantsFresh && isUnderWay;
    return kept === undefined || isJoined ? lookUp(noted, question, client, options) : sendKept(noted, kept, options);
  };
  return charged === undefined ? proceed() : charged.then(proceed);
}

function sendKept(call: Call, kept: Outcome, options: ToolRouteOptions): Promise<void> | undefined {
  if (call.note !== null || wantsStream(call.request)) return send(call, 'fresh', options, async () => kept);
  call.request.lookupSource = 'fresh';
  sendOutcome(call.reply, kept);
  options.onAnswer(call.tool.id, kept.code, 'fresh');
}

/** Measures anew what is kept, as often as the target has to bear that. */
async function repeat(call: Call, question: AskedQuestion, client: string, options: ToolRouteOptions): Promise<void> {
  await options.rechecks.take(call.tool, String(question.query[call.tool.target]));
  await lookUp(call, question, client, options);
}

/** Joins the lookup under way or starts one, for as long as the client waits. */
async function lookUp(call: Call, question: AskedQuestion, client: string, options: ToolRouteOptions): Promise<void> {
  const { lookups, limits, stopping } = options;
  const isJoined = lookups.isUnderWay(question.key);
  const end = isJoined ? () => {} : limits.begin(client);
  const budgetMs = Math.max(CALL_BUDGET_MS, call.tool.deadlineMs(question.query) + BUDGET_MARGIN_MS);
  const patience = patienceOf(call.reply, budgetMs, stopping.signal);
  try {
    await send(call, isJoined ? 'joined' : 'measured', options, (listen) =>
      lookups.find(question, {
        client,
        signal: patience.signal,
        wantsFresh: question.wantsFresh,
        ...(listen === undefined ? {} : { listen }),
      }),
    );
  } finally {
    patience.release();
    end();
  }
}

async function send(
  { tool, request, reply, note }: Call,
  source: LookupSource,
  { streams, onAnswer }: ToolRouteOptions,
  lookUpOnce: (listen?: Listen<string>) => Promise<Outcome>,
): Promise<void> {
  request.lookupSource = source;
  /** Noted before it is answered: what somebody has seen is in their history. */
  async function find(listen?: Listen<string>): Promise<Outcome> {
    const outcome = await lookUpOnce(listen);
    await note?.(outcome.code);
    return outcome;
  }
  if (wantsStream(request)) {
    const { code } = await answerAsStream(reply, streams, find);
    onAnswer(tool.id, code, source);
    return;
  }
  const outcome = await find();
  sendOutcome(reply, outcome);
  onAnswer(tool.id, outcome.code, source);
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
