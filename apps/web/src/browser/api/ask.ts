// In this folder: calls to the API, with streams, decryption and the query cache.
import { type AnyCall, type AnyToolCall, FailureEnvelope, failures, type Reading, readerOf } from '@sonde/contract';
import * as z from 'zod/mini';
import { AskError, type ClientCode } from './ask-error.ts';
import { callHeaders } from './call-headers.ts';
import type { EncryptedAnswer } from './encrypted-answer.ts';
import { rememberCalls } from './receipts.ts';

const EVENT_STREAM = 'text/event-stream';
/** The first HTTP status that says that something failed. */
const FIRST_ERROR = 400;
const NO_REASON = 'The server gave no reason.';
const JSON_BODY = { 'Content-Type': 'application/json' };

/** Parsed regardless of the status, which a proxy may have changed. */
const Envelope = z.object({
  success: z.boolean(),
  message: z.string(),
  _data: z.optional(z.unknown()),
});

/** The failures that this page knows; a newer server may send other reasons. */
const KnownFailure = z.object({
  code: FailureEnvelope.shape.code,
  reason: z.catch(z.nullable(FailureEnvelope.shape.reason.def.innerType), null),
  retryAfterSeconds: z.catch(FailureEnvelope.shape.retryAfterSeconds, undefined),
  detail: z.catch(FailureEnvelope.shape.detail, undefined),
  checkedAt: z.catch(FailureEnvelope.shape.checkedAt, undefined),
});

/**
 * Requests one tool's answer from the API and parses it with the tool's contract (see `readerOf`). Has no timeout of
 * its own; `signal` cancels the request. `onPart` receives progress parts if the tool streams. Every failure is an
 * `AskError`.
 */
export async function ask<Tool extends AnyCall>(
  tool: Tool,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onPart?: (part: Reading<Tool['progress']>) => void,
): Promise<Reading<Tool['answer']>> {
  const accept = tool.progress === null || onPart === undefined ? {} : { Accept: EVENT_STREAM };
  const key = `${tool.path}?${new URLSearchParams(query)}`;
  const response = await send(key, {
    headers: { ...JSON_BODY, ...accept },
    signal,
  });
  const partReader = tool.progress && readerOf(tool.progress);
  const report = (raw: unknown) => {
    const part = partReader?.safeParse(raw);
    if (part?.success && !signal.aborted) onPart?.(part.data as Reading<Tool['progress']>);
  };
  try {
    const body = await readBody(response, report);
    signal.throwIfAborted();
    return withReceipt(tool, key, body, () => readAnswer(readerOf<Tool['answer']>(tool.answer), response, body));
  } catch (cause) {
    throw cause instanceof AskError ? cause : noResponse(signal.aborted ? signal.reason : cause);
  }
}

/**
 * Reads a body and remembers the call it came from: only the server can keep a result, and it needs the call to find it
 * again.
 */
function withReceipt<Data>(
  call: AnyCall & { readonly id?: string },
  key: string,
  body: unknown,
  read: () => Data,
): Data {
  const remember = (outcome: unknown) => {
    const { id: tool } = call;
    if (tool === undefined || typeof body !== 'object' || body === null) return;
    const { _evidence: evidence, ...rest } = body as { readonly _evidence?: unknown };
    const receipt = { tool, key, ...(evidence === undefined ? { body } : { body: rest, evidence }) };
    rememberCalls(outcome, { receipts: [receipt] });
  };
  try {
    const data = read();
    remember(data);
    return data;
  } catch (error) {
    remember(error);
    throw error;
  }
}

/**
 * Requests a call of a tool beside its lookup: parameters of a GET call, or the fields of the body of a POST call.
 * Every failure is an `AskError`.
 */
export async function askCall<Call extends AnyToolCall>(
  { path }: Pick<AnyCall, 'path'>,
  call: Call,
  input: Call['method'] extends 'GET' ? Readonly<Record<string, string>> : object,
  signal: AbortSignal,
): Promise<Reading<Call['answer']>> {
  const isGet = call.method === 'GET';
  const url = isGet ? `${path}?${new URLSearchParams(input as Record<string, string>)}` : path;
  const body = isGet ? {} : { method: 'POST', body: JSON.stringify(input) };
  const response = await send(url, { headers: JSON_BODY, signal, ...body });
  try {
    return readAnswer(readerOf<Call['answer']>(call.answer), response, await parse(await response.text(), response));
  } catch (cause) {
    throw cause instanceof AskError ? cause : noResponse(signal.aborted ? signal.reason : cause);
  }
}

export interface AccountCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Reads or changes the data of the signed-in account. Every failure is an `AskError`. */
export function askAccount<Data>(path: string, data: z.ZodMiniType<Data>, call: AccountCall = {}): Promise<Data> {
  return askApi(`/api/account${path}`, data, call);
}

/** Any call that is not a lookup. Every failure is an `AskError`. */
export async function askApi<Data>(
  path: string,
  data: z.ZodMiniType<Data>,
  { method = 'GET', body, signal }: AccountCall = {},
): Promise<Data> {
  const response = await send(path, {
    method,
    ...(body === undefined ? {} : { headers: JSON_BODY, body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    return readAnswer(data, response, await parse(await response.text(), response));
  } catch (cause) {
    throw cause instanceof AskError ? cause : noResponse(cause);
  }
}

/** Fetches a file from the API, unparsed. Every failure is an `AskError`. */
export async function askBlob(path: string): Promise<Blob> {
  const response = await send(path, {});
  try {
    if (response.ok) return await response.blob();
    return readAnswer(z.never(), response, await parse(await response.text(), response));
  } catch (cause) {
    throw cause instanceof AskError ? cause : noResponse(cause);
  }
}

/** Requests a call and returns whatever answers, a failure as well. @throws AskError if nothing answers. */
export const askUnread = (path: string, signal: AbortSignal): Promise<Response> =>
  send(path, { headers: { accept: 'application/json' }, signal });

async function send(path: string, init: RequestInit): Promise<Response> {
  const url = new URL(path, location.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AskError(`Unsupported protocol ${url.protocol}`, {
      code: 'ERR_NOT_SUPPORT',
      stage: 'no-response',
      status: null,
    });
  }
  try {
    const identity = callHeaders();
    if (identity === null) return await fetch(url, init);
    return await fetch(url, { ...init, headers: { ...init.headers, ...(await identity) } as HeadersInit });
  } catch (cause) {
    throw noResponse(cause);
  }
}

/** Fetches a JSON file that was made by the build. @throws Error if it cannot be fetched. */
export async function askAsset(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} could not be fetched.`);
  return response.json();
}

/**
 * The body, or the data of the final event, as JSON; undefined if it is not JSON. Code that few answers need is loaded
 * on demand.
 */
async function readBody(response: Response, onPart: (part: unknown) => void): Promise<unknown> {
  const read = (text: string) => parse(text, response);
  if (response.body === null || !response.headers.get('content-type')?.startsWith(EVENT_STREAM)) {
    return read(await response.text());
  }
  const { readEvents } = await import('./ask-events.ts');
  return readEvents(response.body, read, onPart);
}

/** Decrypts encrypted answers before they are parsed any further. */
async function parse(text: string, response: Response): Promise<unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isEncrypted(body)) return body;
  const { decryptAnswer } = await import('./encrypted-answer.ts');
  return decryptAnswer(body, response);
}

function isEncrypted(body: unknown): body is EncryptedAnswer {
  return typeof body === 'object' && body !== null && 'data' in body && 'iv' in body;
}

function readAnswer<Data>(data: z.ZodMiniType<Data>, response: Response, body: unknown): Data {
  const { status } = response;
  const envelope = Envelope.safeParse(body).data;
  if (envelope?.success === false) throw serverFailure(status, envelope.message, body);
  if (!response.ok) throw new AskError(statusText(status), { code: codeOfStatus(status), stage: 'status', status });
  if (envelope !== undefined && (envelope._data ?? null) === null) {
    throw new AskError('The response contains no data.', { code: 'ERR_BAD_RESPONSE', stage: 'no-data', status });
  }
  const answer = data.safeParse(envelope?._data);
  if (answer.success) return answer.data;
  const text =
    envelope === undefined ? 'The response cannot be read.' : 'The response does not have the documented form.';
  throw new AskError(text, { code: 'ERR_BAD_RESPONSE', stage: 'unreadable', status, cause: answer.error });
}

function serverFailure(status: number, serverMessage: string, body: unknown): AskError {
  const known = KnownFailure.safeParse(body).data;
  return new AskError(serverMessage || (status < FIRST_ERROR ? NO_REASON : statusText(status)), {
    // A stream starts with a success status even if it fails later, and a proxy may have changed the status.
    code: codeOfStatus(known === undefined ? status : failures[known.code].status),
    stage: 'envelope',
    status,
    serverMessage,
    ...(known === undefined ? {} : { failure: known }),
  });
}

function noResponse(cause: unknown): AskError {
  const text = cause instanceof Error ? cause.message : 'Network Error';
  return new AskError(text, { code: codeOfRejection(cause), stage: 'no-response', status: null, cause });
}

function codeOfRejection(cause: unknown): ClientCode {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  if (name === 'AbortError') return 'ERR_CANCELED';
  return name === 'TimeoutError' ? 'ETIMEDOUT' : 'ERR_NETWORK';
}

function codeOfStatus(status: number): ClientCode {
  return status >= 400 && status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
}

function statusText(status: number): string {
  return `HTTP error! status: ${status}`;
}
