// mcp/: `sonde mcp`, the Model Context Protocol over standard input and output.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { translateFailure } from '@sonde/probes';
import { failureResult, type Service } from '@sonde/service';
import { createMcp, type Mcp, notJson } from '@sonde/service/mcp/mcp-session';
import { lookUpOnce } from '../check/local-lookups.ts';
import type { CliContext } from '../cli-context.ts';
import { withEngines } from '../engines.ts';
import { EXIT } from '../exit-status.ts';
import type { RemoteServer } from '../remote/remote-options.ts';
import { openService } from '../serve/open-service.ts';
import { listTool } from './list-tool.ts';
import { placesOfServer } from './places-of-server.ts';

/** Runs `sonde mcp`, which answers until its input ends. `remote`: the server whose places can be asked; null for none. */
export async function serveMcp(remote: RemoteServer | null, context: CliContext): Promise<number> {
  return withEngines(context, async (engines) => {
    const service = openService(engines, context.env);
    const places = remote === null ? null : placesOfServer(remote, context.env, service);
    await answerLines(mcpOf(service, places), process.stdin, context);
    return EXIT.answer;
  });
}

function mcpOf(service: Service, places: ReturnType<typeof placesOfServer> | null): Mcp {
  return createMcp({
    tools: service.tools,
    askPlaces: places?.askPlaces ?? null,
    ownTools: [listTool(service), ...(places === null ? [] : [places.list])],
    lookUp: (tool, question, { signal, onPart }) => lookUpOnce(service, tool, question, signal, onPart),
    async lookUpReport(question, { signal, onPart }) {
      try {
        const plan = await service.reports.plan(service.reports.check(question));
        return await service.reports.answer(plan, { client: 'local', signal, onPart });
      } catch (error) {
        signal.throwIfAborted();
        return failureResult(translateFailure(error));
      }
    },
  });
}

/**
 * Handles one message per line, as the transport defines. Lookups run in parallel; those still running at the end of the
 * input are aborted.
 */
async function answerLines(mcp: Mcp, input: Readable, { signal, out }: CliContext): Promise<void> {
  const ended = new AbortController();
  const underWay = new Set<Promise<void>>();
  const send = (message: object) => out(JSON.stringify(message));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const stop = () => {
    ended.abort(new Error('ended'));
    lines.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const message = parsed(line);
    if (message === undefined) {
      send(notJson());
      continue;
    }
    const answering = mcp
      .handle(message, { signal: ended.signal, notify: send })
      .then((response) => {
        if (response !== null) send(response);
      })
      .finally(() => underWay.delete(answering));
    underWay.add(answering);
  }
  stop();
  await Promise.all(underWay);
}

/** Undefined if the line is not JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
