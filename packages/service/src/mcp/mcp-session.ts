// mcp/: the Model Context Protocol on top of the service, for every app that offers it. It knows no single tool.
import { ToolError } from '@sonde/contract';
import { SONDE_VERSION } from '@sonde/contract/version';
import { failureResult, type LookupResult } from '../lookups/lookup-result.ts';
import { partsOf, withoutHidden } from './bounded.ts';
import { createLongAnswers, type LongAnswer, type LongAnswers } from './long-answers.ts';
import { listTemplates, type McpResources, partsText, readResource } from './mcp-resources.ts';
import { type McpToolOptions, mcpTools, notice, PART, type RunnableTool } from './mcp-tools.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

type Parameters = Readonly<Record<string, unknown>>;

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

/** Supported revisions of the protocol, which are all handled alike, newest first. */
export const REVISIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const ANSWER_BYTES = 20_000;
/** Overhead in bytes around the answer: names, the notice, counts, escaped quotes in the text form. */
const AROUND_BYTES = 1_000;

/** Handles the messages of one client, which may come one by one or many at once. */
export function createMcp(options: McpOptions): Mcp {
  const listed = mcpTools(options);
  const { resources, longAnswers = createLongAnswers()('') } = options;
  const running = new Map<string | number, AbortController>();

  async function callTool(id: string | number, params: Parameters, exchange: McpExchange): Promise<object | null> {
    const { found, question, part, meta } = readCall(listed, params);
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
      onPart: progressOf(isObject(meta) ? meta['progressToken'] : undefined, exchange),
    };
    try {
      const result = await found.run(question, call);
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

  async function answer(id: string | number, method: string, params: Parameters, exchange: McpExchange) {
    if (method === 'initialize') return initialized(params, resources !== undefined);
    if (method === 'ping') return {};
    if (method === 'tools/list') return { tools: [...listed.values()].map((one) => one.listed) };
    if (method === 'tools/call') return callTool(id, params, exchange);
    if (resources !== undefined) {
      if (method === 'resources/list') return { resources: [] };
      if (method === 'resources/templates/list') return listTemplates(resources);
      if (method === 'resources/read') return readResource(resources, params['uri']);
    }
    throw new RpcError(rpcCodes.noSuchMethod, 'This server has no such method.');
  }

  async function respond(id: string | number, method: string, params: Parameters, exchange: McpExchange) {
    try {
      const result = await answer(id, method, params, exchange);
      return result === null ? null : { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (error instanceof RpcError) return failed(id, error.code, error.message);
      return failed(id, rpcCodes.internal, 'Something went wrong in Sonde.');
    }
  }

  return {
    async handle(message, exchange) {
      if (Array.isArray(message)) return failed(null, rpcCodes.invalidRequest, NO_BATCH);
      if (!isObject(message)) return failed(null, rpcCodes.invalidRequest, NO_MESSAGE);
      const { id, method, jsonrpc } = message;
      const params = isObject(message['params']) ? message['params'] : {};
      // A response to this server, which sends no requests.
      if ('result' in message || 'error' in message) return null;
      const knownId = typeof id === 'string' || typeof id === 'number' ? id : null;
      const hasWrongId = id !== undefined && knownId === null;
      if (jsonrpc !== '2.0' || typeof method !== 'string' || hasWrongId)
        return failed(knownId, rpcCodes.invalidRequest, NO_MESSAGE);
      if (knownId !== null) return respond(knownId, method, params, exchange);
      if (method === 'notifications/cancelled') cancel(running, params['requestId']);
      return null;
    },
  };
}

function cancel(running: ReadonlyMap<string | number, AbortController>, id: unknown): void {
  if (typeof id === 'string' || typeof id === 'number') running.get(id)?.abort(new Error('cancelled'));
}

/** Reads the name and the arguments of a call. @throws RpcError. */
function readCall(listed: ReadonlyMap<string, RunnableTool>, params: Parameters) {
  const { name, arguments: given = {}, _meta: meta } = params;
  const wrong = (message: string) => new RpcError(rpcCodes.invalidParameters, message);
  const found = listed.get(String(name));
  if (found === undefined) throw wrong('There is no such tool.');
  if (!isObject(given)) throw wrong('The arguments of a tool are an object.');
  const { [PART]: part = 1, ...question } = given;
  if (!Number.isInteger(part) || Number(part) < 1) throw wrong('part is a number from 1 on.');
  // A tool that starts something would start it again for each part of its answer.
  if (part !== 1 && !found.listed.annotations['readOnlyHint']) throw wrong('The answer of this tool has one part.');
  return { found, question, part: Number(part), meta };
}

const NO_MESSAGE = 'This is no message of JSON-RPC 2.0.';
const NO_BATCH = 'Send one message at a time: the protocol has had no batches since its revision 2025-06-18.';

/** The response to a text that is not JSON. */
export const notJson = (): object => failed(null, rpcCodes.parse, 'This is not JSON.');

/** Whether this message begins a session. */
export const isInitialize = (message: unknown): boolean => isObject(message) && message['method'] === 'initialize';

const failed = (id: string | number | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const isObject = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function initialized({ protocolVersion }: Parameters, hasResources: boolean) {
  return {
    protocolVersion: REVISIONS.find((one) => one === protocolVersion) ?? REVISIONS[0],
    capabilities: { tools: {}, ...(hasResources ? { resources: {} } : {}) },
    serverInfo: { name: 'sonde', title: 'Sonde', version: SONDE_VERSION },
    instructions: `Each tool measures one thing about a name or an address. ${notice}`,
  };
}

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

function inParts({ body, code }: LookupResult): LongAnswer {
  const envelope = JSON.parse(body) as { readonly _data: object | null } & Readonly<Record<string, unknown>>;
  const { success: _, _data: data, ...failure } = envelope;
  const whole = withoutHidden(code === null ? answerOf(data) : { failure });
  const parts = partsOf(whole, ANSWER_BYTES - AROUND_BYTES).map((one) => JSON.stringify(one));
  return { parts, isError: code !== null };
}

/** One part of the result of a tool. Its text contains the same JSON, for clients without support for structured content. */
function partOf({ id }: RunnableTool, { parts, isError }: LongAnswer, part: number): object {
  const shown = parts[part - 1];
  if (shown === undefined) throw new RpcError(rpcCodes.invalidParameters, partsText('answer', parts.length));
  const structuredContent = { tool: id, notice, part, parts: parts.length, ...(JSON.parse(shown) as object) };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError };
}

/** Puts the findings first, so that they are in the first part of a long answer. */
function answerOf(data: object | null): object {
  const { findings = [], ...answer } = (data ?? {}) as { readonly findings?: readonly unknown[] };
  return { findings, answer };
}
