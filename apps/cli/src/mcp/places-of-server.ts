import { ToolError } from '@sonde/contract';
import { FROM, readFrom, refuseBurden } from '@sonde/contract/places/asked-elsewhere';
import { places, placesCall } from '@sonde/contract/places/places';
import { type Environment, translateFailure } from '@sonde/probes';
import { answerResult, failureResult, type LookupResult, type Service } from '@sonde/service';
import type { McpToolOptions, OwnTool } from '@sonde/service/mcp/mcp-tools';
import { ServerProblem, serverCalls } from '../remote/remote-lookups.ts';
import type { RemoteServer } from '../remote/remote-options.ts';

interface PlacesOfServer {
  readonly askPlaces: NonNullable<McpToolOptions['askPlaces']>;
  /** The tool that lists the places. */
  readonly list: OwnTool;
}

/** The places of a server, which agents name in `from`; all lookups without it are made on this machine. */
export function placesOfServer(
  server: RemoteServer,
  env: Environment,
  service: Pick<Service, 'check'>,
): PlacesOfServer {
  const call = serverCalls(server, env);
  async function ask(
    path: string,
    query: Readonly<Record<string, string | readonly string[]>>,
    signal: AbortSignal,
  ): Promise<LookupResult> {
    const { outcome, ...ended } = await call(path, query, signal, (data) => Array.isArray(data['places']));
    if (outcome.success) return answerResult(outcome._data);
    const { code, message, reason } = outcome;
    const { retryAfterSeconds } = ended;
    // A server without places does not know these calls at all.
    const text = code === 'not-found' ? `${server.origin} has no places for this tool.` : message;
    return failureResult(
      new ToolError(code, text, {
        ...(reason === undefined ? {} : { reason }),
        ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
      }),
    );
  }
  const asResult = async (signal: AbortSignal, work: () => Promise<LookupResult>): Promise<LookupResult> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const problem = error instanceof ServerProblem ? new ToolError('unreachable', error.message) : error;
      return failureResult(translateFailure(problem));
    }
  };
  return {
    askPlaces: ({ tool, question, from }, { signal }) =>
      asResult(signal, () => {
        const ids = readFrom(from);
        refuseBurden(tool, service.check(tool, question).query);
        return ask(placesCall(tool.id).path, { ...asParameters(question), [FROM]: ids.join(',') }, signal);
      }),
    list: {
      id: 'places',
      title: places.title,
      description: `The places from which ${server.origin} can measure: their ids are what from takes.`,
      isReadOnly: true,
      isOpenWorld: true,
      input: { type: 'object', properties: {} },
      run: (_given, { signal }) => asResult(signal, () => ask(places.path, {}, signal)),
    },
  };
}

/** The query is checked before: what is neither a text nor a list of texts is refused there. */
const asParameters = (question: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(question).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
