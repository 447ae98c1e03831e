// mcp/: the Model Context Protocol on top of the service, for every app that offers it. It knows no single tool.
import { ToolError } from '@sonde/contract';
import { SUMMARY_BYTES } from '@sonde/contract/summary/answer-summary';
import { failureResult, type LookupResult } from '../lookups/lookup-result.ts';
import { partsOf, withoutHidden } from './bounded.ts';
import { createLongAnswers, type LongAnswer, type LongAnswers } from './long-answers.ts';
import { listTemplates, type McpResources, partsText, readResource } from './mcp-resources.ts';
import { DETAIL, type McpToolOptions, mcpTools, notice, PART, type RunnableTool } from './mcp-tools.ts';
import {
  checkStateless,
  parametersOf,
  revisionOf,
  SESSION_REVISIONS,
  STATELESS,
  serverInfo,
  statelessCode,
  statelessResult,
} from './revisions.ts';
import { failed, idOf, RpcError, rpcCodes } from './rpc-error.ts';

type Parameters = Readonly<Record<string, unknown>>;

interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params: Parameters;
  /** It belongs to no session. */
  readonly isStateless: boolean;
}

export interface McpOptions extends McpToolOptions {
  /** Resources that agents may read; default: none. */
  readonly resources?: McpResources;
  /** The long answers of this client; default: those of this session. */
  readonly longAnswers?: LongAnswers;
}

export interface McpExchange {
  /** Aborted when nobody waits for the response any more. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to the request. */
  notify(message: object): void;
}

export interface Mcp {
  /** Returns the response to a message; null if it needs none. Never rejects. */
  handle(message: unknown, exchange: McpExchange): Promise<object | null>;
}

const ANSWER_BYTES = 20_000;
/** Overhead in bytes around the answer: names, the notice, counts, escaped quotes in the text form. */
const AROUND_BYTES = 1_000;

/** Handles the messages of one client, which may come one by one or many at once. */
export function createMcp(options: McpOptions): Mcp {
  const listed = mcpTools(options);
  const { resources, longAnswers = createLongAnswers()('') } = options;
  const running = new Map<string | number, AbortController>();

  async function callTool(id: string | number, params: Parameters, exchange: McpExchange): Promise<object | null> {
    const { found, question, part, isSummary, token } = readCall(listed, params);
    const key = keyOf(found, question);
    const known = part > 1 ? longAnswers.get(key) : undefined;
    if (known !== undefined) return partOf(found, known, part);
    const stop = new AbortController();
    const onGone = () => stop.abort(exchange.signal.reason);
    exchange.signal.addEventListener('abort', onGone, { once: true });
    if (exchange.signal.aborted) onGone();
    running.set(id, stop);
    const call = {
      signal: stop.signal,
      onPart: progressOf(token, exchange),
    };
    try {
      const result = await found.run(question, call);
      if (isSummary) return summaryOf(found, question, result);
      const answer = inParts(result);
      if (answer.parts.length > 1) longAnswers.set(key, answer);
      return partOf(found, answer, part);
    } catch (error) {
      const { reason } = exchange.signal;
      // A deadline, or the server is stopping: the client is still waiting.
      if (reason instanceof ToolError) return partOf(found, inParts(failureResult(reason)), 1);
      // A cancelled request gets no response.
      if (stop.signal.aborted) return null;
      throw error;
    } finally {
      exchange.signal.removeEventListener('abort', onGone);
      running.delete(id);
    }
  }

  const answer = (request: Request, exchange: McpExchange) =>
    request.method === 'tools/call'
      ? callTool(request.id, request.params, exchange)
      : describe(request, listed, resources);

  return {
    async handle(message, exchange) {
      if (Array.isArray(message)) return failed(null, new RpcError(rpcCodes.invalidRequest, NO_BATCH));
      if (!isObject(message)) return failed(null, new RpcError(rpcCodes.invalidRequest, NO_MESSAGE));
      const { id, method, jsonrpc } = message;
      const params = parametersOf(message);
      // A response to this server, which sends no requests.
      if ('result' in message || 'error' in message) return null;
      const knownId = idOf(message);
      const hasWrongId = id !== undefined && knownId === null;
      if (jsonrpc !== '2.0' || typeof method !== 'string' || hasWrongId)
        return failed(knownId, new RpcError(rpcCodes.invalidRequest, NO_MESSAGE));
      if (knownId !== null) return respond({ id: knownId, method, params }, (request) => answer(request, exchange));
      if (method === 'notifications/cancelled') cancel(running, params['requestId']);
      return null;
    },
  };
}

/** Answers everything but calls of tools. @throws RpcError. */
async function describe(
  { method, params, isStateless }: Request,
  listed: ReadonlyMap<string, RunnableTool>,
  resources: McpResources | undefined,
): Promise<object> {
  if (isStateless && method === 'server/discover') return discovered(resources !== undefined);
  if (!isStateless && method === 'initialize') return initialized(params, resources !== undefined);
  if (!isStateless && method === 'ping') return {};
  if (method === 'tools/list') return { tools: [...listed.values()].map((one) => one.listed) };
  if (resources !== undefined) {
    if (method === 'resources/list') return { resources: [] };
    if (method === 'resources/templates/list') return listTemplates(resources);
    if (method === 'resources/read') return readResource(resources, params['uri']);
  }
  throw new RpcError(rpcCodes.noSuchMethod, 'This server has no such method.');
}

/** The response with the result of a request, in the form of its revision; null if it needs none. */
async function respond(
  { id, method, params }: Omit<Request, 'isStateless'>,
  answer: (request: Request) => Promise<object | null>,
): Promise<object | null> {
  const isStateless = revisionOf(params) !== undefined;
  try {
    if (isStateless) checkStateless(params);
    const result = await answer({ id, method, params, isStateless });
    if (result === null) return null;
    return { jsonrpc: '2.0', id, result: isStateless ? statelessResult(method, result) : result };
  } catch (error) {
    if (!(error instanceof RpcError)) return failed(id, internal());
    const { code, message, data } = error;
    return failed(id, isStateless ? new RpcError(statelessCode(code), message, data) : error);
  }
}

function cancel(running: ReadonlyMap<string | number, AbortController>, id: unknown): void {
  if (typeof id === 'string' || typeof id === 'number') running.get(id)?.abort(new Error('cancelled'));
}

/** Reads the name and the arguments of a call. @throws RpcError. */
function readCall(listed: ReadonlyMap<string, RunnableTool>, params: Parameters) {
  const { name, arguments: given = {}, _meta: meta } = params;
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  const wrong = (message: string) => new RpcError(rpcCodes.invalidParameters, message);
  const found = listed.get(String(name));
  if (found === undefined) throw wrong('There is no such tool.');
  if (!isObject(given)) throw wrong('The arguments of a tool are an object.');
  const { [PART]: part = 1, [DETAIL]: detail = PART in given ? 'full' : 'summary', ...question } = given;
  if (detail !== 'summary' && detail !== 'full') throw wrong('detail is summary or full.');
  if (!Number.isInteger(part) || Number(part) < 1) throw wrong('part is a number from 1 on.');
  // A tool that starts something would start it again for each part of its answer.
  if (part !== 1 && !found.listed.annotations['readOnlyHint']) throw wrong('The answer of this tool has one part.');
  return { found, question, part: Number(part), isSummary: detail === 'summary', token };
}

const NO_MESSAGE = 'This is no message of JSON-RPC 2.0.';
const NO_BATCH = 'Send one message at a time: the protocol has had no batches since its revision 2025-06-18.';

/** The response to a text that is not JSON. */
export const notJson = (): object => failed(null, new RpcError(rpcCodes.parse, 'This is not JSON.'));

const internal = () => new RpcError(rpcCodes.internal, 'Something went wrong in Sonde.');

/** Whether this message begins a session. */
export const isInitialize = (message: unknown): boolean => isObject(message) && message['method'] === 'initialize';

const isObject = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const capabilitiesOf = (hasResources: boolean) => ({ tools: {}, ...(hasResources ? { resources: {} } : {}) });

const instructions = `Each tool measures one thing about a name or an address; sonde_report runs those that fit. Answers are summaries with the verdict and what to do; detail "full" returns all that was measured, a long answer in parts (part 2 and so on). ${notice}`;

const initialized = ({ protocolVersion }: Parameters, hasResources: boolean) => ({
  protocolVersion: SESSION_REVISIONS.find((one) => one === protocolVersion) ?? SESSION_REVISIONS[0],
  capabilities: capabilitiesOf(hasResources),
  serverInfo,
  instructions,
});

const discovered = (hasResources: boolean) => ({
  supportedVersions: [STATELESS],
  capabilities: capabilitiesOf(hasResources),
  instructions,
});

/** Progress without untrusted text: the number of parts so far. */
function progressOf(token: unknown, { notify }: McpExchange): () => void {
  if (typeof token !== 'string' && typeof token !== 'number') return () => {};
  let progress = 0;
  return () => {
    progress += 1;
    const params = {
      progressToken: token,
      progress,
      message: `${progress} part${progress === 1 ? '' : 's'} of the answer`,
    };
    notify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
}

/** Equal for equal calls. */
function keyOf({ id }: RunnableTool, question: Parameters): string {
  return `${id} ${JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

function envelopeOf({ body }: LookupResult) {
  return JSON.parse(body) as { readonly _data: object | null } & Readonly<Record<string, unknown>>;
}

function inParts(result: LookupResult): LongAnswer {
  const { success: _, _data: data, ...failure } = envelopeOf(result);
  const isError = result.code !== null;
  const whole = withoutHidden(isError ? { failure } : answerOf(data));
  const parts = partsOf(whole, ANSWER_BYTES - AROUND_BYTES).map((one) => JSON.stringify(one));
  return { parts, isError };
}

/** One part of the result of a tool. */
function partOf({ id }: RunnableTool, { parts, isError }: LongAnswer, part: number): object {
  const shown = parts[part - 1];
  if (shown === undefined) throw new RpcError(rpcCodes.invalidParameters, partsText('answer', parts.length));
  return toolResult({ tool: id, notice, part, parts: parts.length, ...(JSON.parse(shown) as object) }, isError);
}

/** The summary of an answer. A failure is short anyway. */
function summaryOf(found: RunnableTool, question: Parameters, result: LookupResult): object {
  if (result.code !== null) return partOf(found, inParts(result), 1);
  const data = withoutHidden(envelopeOf(result)._data ?? {}) as Parameters;
  const summary = found.inShort(data, question, SUMMARY_BYTES);
  return toolResult({ tool: found.id, notice, ...summary }, false);
}

/**
 * The answer is sent once, as text: every revision and every client has that, and those that take structured content as well
 * would pay for it twice.
 */
const toolResult = (said: object, isError: boolean) => ({
  content: [{ type: 'text', text: JSON.stringify(said) }],
  isError,
});

/** Puts the findings first, so that they are in the first part of a long answer. */
function answerOf(data: object | null): object {
  const { findings = [], ...answer } = (data ?? {}) as { readonly findings?: readonly unknown[] };
  return { findings, answer };
}
