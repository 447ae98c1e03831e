import type { FailureEnvelope } from '@sonde/contract';
import type { CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { printable } from '../print/printable.ts';
import { ServerProblem, serverCalls } from '../remote/remote-lookups.ts';
import type { RemoteServer } from '../remote/remote-options.ts';

interface PlacesRequest {
  readonly server: RemoteServer;
  readonly context: Pick<CliContext, 'env' | 'signal' | 'err'>;
  /** What is asked: a tool, or the list of places. */
  readonly what: string;
}

/** The data of a call of the API about places; without it, says why on standard error and returns the exit status. */
export async function callPlaces(
  path: string,
  query: Readonly<Record<string, string>>,
  { server, context, what }: PlacesRequest,
): Promise<Readonly<Record<string, unknown>> | number> {
  const { env, signal, err } = context;
  const call = serverCalls(server, env);
  try {
    const { outcome } = await call(path, query, signal, ({ places }) => Array.isArray(places));
    if (outcome.success) return outcome._data;
    err(`sonde: ${printable(refusalText(outcome, server, what))}`);
    return outcome.code === 'invalid-input' ? EXIT.usage : EXIT.failure;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (!(error instanceof ServerProblem)) throw error;
    err(`sonde: ${printable(error.message)}`);
    return EXIT.failure;
  }
}

function refusalText({ code, message, retryAfterSeconds }: FailureEnvelope, { origin }: RemoteServer, what: string) {
  // A server without places does not know these calls at all.
  if (code === 'not-found')
    return `${origin} has no places for ${what}: they are turned off there (SONDE_PLACES), the tool is, or it has another version.`;
  const later = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} s.`;
  return `${origin}: ${message}${later}`;
}
