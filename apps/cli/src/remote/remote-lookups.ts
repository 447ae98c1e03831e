// remote/: lookups that a server makes instead of this machine.
import { FailureEnvelope, failureEnvelope, ToolError } from '@sonde/contract';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import { type Environment, withDeadline } from '@sonde/probes';
import type { EndedLookup, LookUpItem } from '../check/local-lookups.ts';
import { limitedText } from './limited-text.ts';
import type { RemoteServer } from './remote-options.ts';

/** Longer than any lookup of a server may take. */
const TIMEOUT_MS = 90_000;
/** Far larger than any answer. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The server cannot be used at all: a thousand more requests would change nothing. The message is a sentence. */
export class ServerProblem extends Error {
  override readonly name = 'ServerProblem';
}

/**
 * Calls the API of one server. Rejects with a `ServerProblem` if the server refuses the token, or has never answered.
 * `isAnswer` tells data of the call from anything else that is JSON.
 */
type CallServer = (
  path: string,
  query: Readonly<Record<string, string | readonly string[]>>,
  signal: AbortSignal,
  isAnswer: (data: Readonly<Record<string, unknown>>) => boolean,
) => Promise<EndedLookup>;

/** Makes lookups through a server's API; they reject as its calls do. */
export function remoteLookups(server: RemoteServer, env: Environment): LookUpItem {
  const call = serverCalls(server, env);
  return ({ tool, question }, signal) => call(tool.path, question, signal, ({ gaps }) => Array.isArray(gaps));
}

export function serverCalls({ origin, token: given }: RemoteServer, env: Environment): CallServer {
  // The environment is not visible in the process list, unlike an option.
  const token = given ?? (env['SONDE_TOKEN'] || null);
  const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  let hasAnswered = false;
  return async (path, query, signal, isAnswer) => {
    try {
      const url = `${origin}${path}?${new URLSearchParams(pairsOf(query))}`;
      return await withDeadline({ timeoutMs: TIMEOUT_MS, what: 'the server' }, [signal], async (inTime) => {
        // Following a redirect would send the token elsewhere.
        const response = await fetch(url, { headers, redirect: 'manual', signal: inTime });
        const ended = endedOf(response, await limitedText(response.body, MAX_BYTES), isAnswer);
        hasAnswered = true;
        if (ended.code === 'not-signed-in') throw new ServerProblem(refusal(origin, token));
        return ended;
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServerProblem) throw error;
      const message = `${origin} did not answer: ${causeOf(error)}`;
      if (!hasAnswered) throw new ServerProblem(message);
      return failed(new ToolError('unreachable', message));
    }
  };
}

/** A parameter with several values is repeated. */
const pairsOf = (query: Readonly<Record<string, string | readonly string[]>>): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((one): [string, string] => [name, one]),
  );

function refusal(origin: string, token: string | null): string {
  return token === null
    ? `${origin} requires a token: set SONDE_TOKEN, or use --token.`
    : `${origin} rejects the token: it is wrong, has expired or was revoked.`;
}

/** Finds the cause of an error of `fetch`, which itself only says that it failed. */
function causeOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const { code, message: why } = (cause ?? {}) as NodeJS.ErrnoException;
  // For a name with several addresses the message is empty.
  return why || code || message;
}

function endedOf({ status, headers }: Response, text: string, isAnswer: Parameters<CallServer>[3]): EndedLookup {
  const body = parsed(text);
  const found = FailureEnvelope.safeParse(body);
  if (found.success) {
    const { code, reason, retryAfterSeconds = null } = found.data;
    return { outcome: found.data, code, reason, retryAfterSeconds };
  }
  const outcome = body as ListOutcome['outcome'] | null;
  if (outcome?.success === true && isAnswer(outcome._data ?? {})) {
    return { outcome, code: null, retryAfterSeconds: null };
  }
  const limited = limitedBy(status, headers);
  if (limited !== null) return limited;
  const location = headers.get('location');
  throw new Error(location === null ? `status ${status}, not an answer from Sonde` : `it redirects to ${location}`);
}

/** A proxy in front of the server may limit requests, too, and sends no envelope. */
function limitedBy(status: number, headers: Headers): EndedLookup | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0];
  const details = seconds === undefined ? {} : { retryAfterSeconds: Number(seconds) };
  const code = status === 429 ? 'rate-limited' : 'busy';
  return failed(new ToolError(code, `The server limits requests (status ${status}).`, details));
}

function failed(error: ToolError): EndedLookup {
  const outcome = failureEnvelope(error);
  return { outcome, code: outcome.code, retryAfterSeconds: outcome.retryAfterSeconds ?? null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
