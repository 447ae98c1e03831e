import { type AnswerOf, type AnyTool, FailureEnvelope } from '@sonde/contract';
import * as z from 'zod/mini';
import { AskError, type ClientCode } from './ask-error.ts';

/** Read whatever the status: a proxy in between may have changed it. */
const Envelope = z.object({
  success: z.boolean(),
  message: z.string(),
  _data: z.optional(z.unknown()),
});

/**
 * Asks the API for one tool's answer, checked against the tool's contract. Waits as long as the server does; `signal`
 * calls it off. Every failure is an `AskError`.
 */
export async function ask<Tool extends AnyTool>(
  tool: Tool,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AnswerOf<Tool>> {
  const response = await send(`${tool.path}?${new URLSearchParams(query)}`, signal);
  const body = await readBody(response);
  return readAnswer(tool, response, body);
}

async function send(url: string, signal: AbortSignal): Promise<Response> {
  const { protocol } = new URL(url, location.href);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new AskError(`Unsupported protocol ${protocol}`, {
      code: 'ERR_NOT_SUPPORT',
      stage: 'no-response',
      status: null,
    });
  }
  try {
    return await fetch(url, { headers: { 'Content-Type': 'application/json' }, signal });
  } catch (cause) {
    throw noResponse(cause);
  }
}

/** The body as JSON, or undefined when it is none. Encrypted answers are opened here, before anyone reads them. */
async function readBody(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw noResponse(cause);
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readAnswer<Tool extends AnyTool>(tool: Tool, response: Response, body: unknown): AnswerOf<Tool> {
  const { status } = response;
  const envelope = Envelope.safeParse(body).data;
  if (envelope !== undefined && !envelope.success) throw serverFailure(status, envelope.message, body);
  if (!response.ok) throw new AskError(statusText(status), { code: codeOfStatus(status), stage: 'status', status });
  if (envelope?._data === null) {
    throw new AskError('The answer holds no data.', { code: 'ERR_BAD_RESPONSE', stage: 'no-data', status });
  }
  const answer = tool.answer.safeParse(envelope?._data);
  if (answer.success) return answer.data as AnswerOf<Tool>;
  const text = envelope === undefined ? 'The answer is not readable.' : 'The answer is not what its contract promises.';
  throw new AskError(text, { code: 'ERR_BAD_RESPONSE', stage: 'unreadable', status, cause: answer.error });
}

function serverFailure(status: number, serverMessage: string, body: unknown): AskError {
  const known = FailureEnvelope.safeParse(body).data;
  return new AskError(serverMessage || statusText(status), {
    code: codeOfStatus(status),
    stage: 'envelope',
    status,
    serverMessage,
    ...(known === undefined ? {} : { failure: { code: known.code, reason: known.reason ?? null } }),
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
