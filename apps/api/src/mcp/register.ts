// mcp/: the Model Context Protocol over HTTP ("Streamable HTTP").
import { randomUUID } from 'node:crypto';
import { type AnyTool, ToolError } from '@sonde/contract';
import { MAX_LIST_BYTES } from '@sonde/contract/lists/list-calls';
import { translateFailure } from '@sonde/probes';
import { failureResult, type LookupResult, rateLimited, type Service } from '@sonde/service';
import { createLongAnswers, type LongAnswers } from '@sonde/service/mcp/long-answers';
import type { McpResources } from '@sonde/service/mcp/mcp-resources';
import { createMcp, isInitialize, type Mcp } from '@sonde/service/mcp/mcp-session';
import type { McpCall } from '@sonde/service/mcp/mcp-tools';
import { parametersOf, revisionOf } from '@sonde/service/mcp/revisions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { startRequestDeadline } from '../http/request-deadline.ts';
import { sendFailure, sendRequestFailure } from '../http/request-failure.ts';
import { type Stopping, stoppingFailure } from '../http/stopping.ts';
import type { Charge } from '../limits/charge.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { OwnListCalls } from '../lists/own-lists.ts';
import type { PlaceCalls } from '../places/place-calls.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { type ApiToken, ownerOfToken } from '../tokens/api-token.ts';
import { checkScope } from '../tokens/register.ts';
import type { OwnWatchCalls } from '../watches/own-watches.ts';
import { changesTool } from './changes-tool.ts';
import { listTools } from './list-tools.ts';
import { statusOf } from './mirrored-headers.ts';
import { askPlaces, placesTool } from './places-tool.ts';
import { accepts, createTransportCheck, EVENT_STREAM } from './transport.ts';

const MAX_SESSIONS = 1_000;
/** The deadline of a request, longer than any lookup may take. */
const BUDGET_MS = 90_000;
const MESSAGE_COST = 0.25;
const SESSION = 'mcp-session-id';

export interface McpRouteOptions {
  readonly service: Service;
  readonly limits: ClientLimits;
  readonly stopping: Stopping;
  readonly hasReport: boolean;
  readonly lists: OwnListCalls;
  /** Null if watches are turned off. */
  readonly watches: Pick<OwnWatchCalls, 'changes'> | null;
  readonly snapshots: Snapshots;
  /** Null if places are turned off. */
  readonly placeCalls: PlaceCalls | null;
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
}

/** Registers `POST /mcp`, which requires a token. */
export function registerMcp(app: FastifyInstance, options: McpRouteOptions): void {
  // Sessions exist only so that requests can be cancelled: everything else is in the request itself.
  const sessions = new LRUCache<string, Mcp>({ max: MAX_SESSIONS });
  const longAnswersOf = createLongAnswers();
  const refuses = createTransportCheck(options.corsOrigins, options.publicUrl);
  app.post('/mcp', { bodyLimit: MAX_LIST_BYTES }, async (request, reply) => {
    if (options.stopping.isStopping) throw stoppingFailure();
    if (refuses(request, reply)) return reply;
    const { apiToken } = request;
    if (apiToken === null) {
      reply.header('www-authenticate', 'Bearer');
      return sendFailure(
        reply,
        new ToolError('not-signed-in', 'This call needs a token: Authorization: Bearer sonde_…'),
      );
    }
    checkScope(request, 'mcp');
    await options.limits.charge(reply, clientOf(request), MESSAGE_COST);
    return exchange(request, reply, sessionOf(request, reply, apiToken), options);
  });

  // The protocol requires 405 from a server that opens no event streams and lets clients end no sessions.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: (_request, reply) => {
      reply.header('allow', 'POST');
      sendRequestFailure(reply, 405, 'Only POST is answered here.');
    },
  });

  /**
   * Returns the session named by the client, or a new one; none is kept for a revision without sessions. Other clients cannot use it: its key includes the client, its
   * network and the token's scopes, since one person may have several tokens. A client that neither begins nor names a session cannot cancel
   * anything, so that nothing is stored for it.
   */
  function sessionOf(request: FastifyRequest, reply: FastifyReply, token: ApiToken): Mcp {
    const network = networkOf(request);
    const holder = `${token.client} ${network} ${token.scopes.join()}`;
    const named = request.headers[SESSION];
    const isStateless = revisionOf(parametersOf(request.body)) !== undefined;
    const known = typeof named === 'string' && !isStateless ? sessions.get(`${holder} ${named}`) : undefined;
    if (known !== undefined) return known;
    const made = mcpOf(token, network, {
      ...options,
      longAnswers: longAnswersOf(`${token.client} ${token.scopes.join()}`),
    });
    if (isStateless || (named === undefined && !isInitialize(request.body))) return made;
    const id = randomUUID();
    sessions.set(`${holder} ${id}`, made);
    reply.header(SESSION, id);
    return made;
  }
}

async function exchange(request: FastifyRequest, reply: FastifyReply, mcp: Mcp, { stopping }: McpRouteOptions) {
  const deadline = startRequestDeadline(reply, BUDGET_MS, stopping.signal);
  const stream = wantsProgress(request.body) && accepts(request, EVENT_STREAM) ? openStream(reply) : null;
  try {
    const response = await mcp.handle(request.body, { signal: deadline.signal, notify: stream?.send ?? (() => {}) });
    if (stream === null) {
      if (response === null) return reply.code(202).send();
      return reply.code(statusOf(response, request.body)).type('application/json').send(response);
    }
    if (response !== null) stream.send(response);
    stream.end();
    return reply;
  } finally {
    deadline.release();
  }
}

function wantsProgress(body: unknown): boolean {
  const { params } = (body ?? {}) as { readonly params?: { readonly _meta?: { readonly progressToken?: unknown } } };
  return params?._meta?.progressToken !== undefined;
}

function openStream(reply: FastifyReply) {
  const { raw } = reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  return {
    send: (message: object) => void raw.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    end: () => raw.end(),
  };
}

/** Creates the MCP handler of one client; every lookup is charged like a call of the API. */
function mcpOf(token: ApiToken, network: string, options: McpRouteOptions & WithLongAnswers): Mcp {
  const { service, hasReport, lists, watches, snapshots, placeCalls: places, longAnswers } = options;
  const { client, scopes } = token;
  const mayBurden = scopes.includes('deep');
  const charge: Charge = async (units, what) => {
    const decision = await service.allowances?.take(client, units, network);
    if (decision !== undefined && !decision.isAllowed)
      throw rateLimited(decision, what === undefined ? undefined : { what, units });
  };
  const asResult = async (signal: AbortSignal, work: () => Promise<LookupResult>) => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      return failureResult(translateFailure(error));
    }
  };
  const lookUp = (tool: AnyTool, question: Readonly<Record<string, unknown>>, { signal, onPart }: McpCall) =>
    asResult(signal, async () => {
      const asked = service.check(tool, question);
      if (!mayBurden && tool.burdens?.(asked.query)) throw needsDeep();
      const plan = await service.plan(tool, asked);
      await charge(plan.cost);
      return service.answer(tool, asked, plan, { client, network, signal, listen: onPart });
    });
  const owner = ownerOfToken(token);
  const hasWatches = token.owner !== null && scopes.includes('watches') && watches !== null;
  const watched = hasWatches ? (since: string | null) => watches.changes(owner, since) : null;
  return createMcp({
    tools: service.tools,
    lookUp,
    lookUpReport: hasReport
      ? (question, { signal, onPart }) =>
          asResult(signal, async () => {
            const plan = await service.reports.plan(service.reports.check(question));
            await charge(plan.cost);
            return service.reports.answer(plan, { client, network, signal, onPart });
          })
      : null,
    askPlaces:
      places === null
        ? null
        : ({ tool, question, from }, { signal, onPart }) =>
            asResult(signal, () => {
              const asked = places.check(tool, question, from);
              return askPlaces(places, asked, { client, network, signal, charge, listen: onPart });
            }),
    ownTools: [
      ...(places === null ? [] : [placesTool(places, charge)]),
      changesTool({ tools: service.tools, snapshots, watched, lookUp, charge }),
      ...(scopes.includes('lists')
        ? listTools({ lists, owner, mayBurden, hasPlaces: places !== null, network, charge })
        : []),
    ],
    resources: snapshotResources(snapshots, charge),
    longAnswers,
  });
}

interface WithLongAnswers {
  readonly longAnswers: LongAnswers;
}

const needsDeep = () =>
  new ToolError('forbidden', 'Lookups that burden their targets require a token with the scope deep.');

const snapshotResources = (snapshots: Snapshots, charge: Charge): McpResources => ({
  prefix: 'sonde://r/',
  name: 'snapshot',
  title: 'A kept result',
  description: 'A result as measured at a certain time, signed by the server; the id is that in its address /r/ID.',
  read: (id) =>
    snapshots.read(id, charge).catch((error: unknown) => {
      // For agents, results that the operator has hidden do not exist.
      if (error instanceof ToolError && (error.code === 'not-found' || error.code === 'hidden')) return null;
      throw error;
    }),
});
