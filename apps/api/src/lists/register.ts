// lists/: lists of up to a thousand targets that are looked up in the background.
import { Readable } from 'node:stream';
import { answerEnvelope, ToolError } from '@sonde/contract';
import { MAX_LIST_BYTES } from '@sonde/contract/lists/list-calls';
import { listTable } from '@sonde/contract/lists/list-outcome';
import { toCsv } from '@sonde/contract/table/formats';
import type { Service } from '@sonde/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { read } from '../accounts/bodies.ts';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import { personOf, type Visitors } from '../accounts/visitors.ts';
import { ClientGone, startRequestDeadline } from '../http/request-deadline.ts';
import type { Stopping } from '../http/stopping.ts';
import type { Background } from '../jobs/background.ts';
import type { Charge } from '../limits/charge.ts';
import { clientOf, networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { BackgroundPlaces } from '../places/background-places.ts';
import type { Store } from '../stores/store.ts';
import { ownerOfToken } from '../tokens/api-token.ts';
import { checkScope, hasScope } from '../tokens/register.ts';
import { createListRunner } from './list-runner.ts';
import { createListStore, type ListStore } from './list-store.ts';
import { NewList } from './new-list.ts';
import { createOwnLists, type OwnListCalls } from './own-lists.ts';
import { sweepLists } from './sweep-lists.ts';

const READ_COST = 0.25;
const COMPARE_BUDGET_MS = 60_000;
const formats = ['json', 'ndjson', 'csv'] as const;

export interface ListParts {
  readonly service: Service;
  readonly store: Store;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly stopping: Stopping;
  readonly background: Background;
  /** Null if places are turned off. */
  readonly places: BackgroundPlaces | null;
}

interface WithId {
  readonly Params: { readonly id: string };
  readonly Querystring: Partial<Record<'format' | 'since' | 'target' | 'tool' | 'place', string>>;
}

/**
 * Registers the calls under `/api/v2/lists` for members and holders of tokens, and the work that belongs to them. Returns
 * the actions that MCP offers to agents.
 */
export async function registerLists(app: FastifyInstance, parts: ListParts): Promise<OwnListCalls> {
  const { service, background, places } = parts;
  const store = createListStore(parts.store);
  const runner = createListRunner({ service, store, background, places });
  background.handle('list', runner.work);
  background.sweep((signal) => sweepLists({ store, background }, signal));
  const own = createOwnLists({ service, store, background, runner, places });
  await app.register(async (scope) => {
    // Only JSON, which a form on another site cannot send.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(parts.publicUrl, parts.corsOrigins));
    scope.addHook('onRequest', async (request, reply) => {
      await parts.limits.charge(reply, clientOf(request), request.method === 'GET' ? READ_COST : 1);
    });
    registerCalls(scope, parts, own);
    registerReading(scope, parts, own, store);
  });
  return own;
}

/** The owner of lists: the member, also with a token of this member, or a configured token. */
async function ownerOf(visitors: Visitors, request: FastifyRequest): Promise<string> {
  checkScope(request, 'lists');
  const { apiToken } = request;
  return apiToken === null ? (await personOf(visitors, request)).owner : ownerOfToken(apiToken);
}

/** Charges the client of a request. */
const chargeOf =
  (limits: ClientLimits, request: FastifyRequest, reply: FastifyReply): Charge =>
  (units, what) =>
    limits.charge(reply, clientOf(request), units, what);

function registerCalls(app: FastifyInstance, { visitors, limits }: ListParts, own: OwnListCalls): void {
  app.post('/api/v2/lists', { bodyLimit: MAX_LIST_BYTES }, async (request, reply) => {
    const owner = await ownerOf(visitors, request);
    return answerEnvelope(
      await own.start(owner, read(NewList, request.body), {
        mayBurden: hasScope(request, 'deep'),
        network: networkOf(request),
        charge: chargeOf(limits, request, reply),
      }),
    );
  });
  app.get('/api/v2/lists', async (request) => answerEnvelope(await own.all(await ownerOf(visitors, request))));
  app.post<WithId>('/api/v2/lists/:id/stop', async (request) => {
    const owner = await ownerOf(visitors, request);
    return answerEnvelope({ changed: await own.stop(owner, request.params.id) });
  });
  app.delete<WithId>('/api/v2/lists/:id', async (request) => {
    const owner = await ownerOf(visitors, request);
    return answerEnvelope({ changed: await own.remove(owner, request.params.id) });
  });
}

function registerReading(
  app: FastifyInstance,
  { visitors, limits, stopping }: ListParts,
  own: OwnListCalls,
  store: ListStore,
): void {
  app.get<WithId>(
    '/api/v2/lists/:id',
    { config: { queryParameters: ['format'], compressed: 'with-token' } },
    async (request, reply) => {
      const format = formats.find((one) => one === (request.query.format ?? 'json'));
      if (format === undefined)
        throw new ToolError('invalid-input', `format is one of ${formats.join(', ')}.`, { field: 'format' });
      const owner = await ownerOf(visitors, request);
      const charge = chargeOf(limits, request, reply);
      if (format === 'ndjson') {
        const { id } = await own.find(owner, request.params.id, charge);
        return reply.type('application/x-ndjson; charset=utf-8').send(linesOf(store, id));
      }
      const state = await own.state(owner, request.params.id, charge);
      if (format === 'json') return answerEnvelope(state);
      return reply.type('text/csv; charset=utf-8').send(toCsv([listTable(state)]));
    },
  );
  app.get<WithId>(
    '/api/v2/lists/:id/answer',
    { config: { queryParameters: ['target', 'tool', 'place'], compressed: 'with-token' } },
    async (request) => {
      const { target, tool, place = null } = request.query;
      if (target === undefined || tool === undefined)
        throw new ToolError('invalid-input', 'target and tool are needed: those of a lookup of the list.');
      const owner = await ownerOf(visitors, request);
      return answerEnvelope(await own.answer(owner, request.params.id, { target, tool, place }));
    },
  );
  app.get<WithId>(
    '/api/v2/lists/:id/changes',
    { config: { queryParameters: ['since'], compressed: 'with-token' } },
    async (request, reply) => {
      const { since } = request.query;
      if (since === undefined)
        throw new ToolError('invalid-input', 'since is missing: the id of the earlier list.', { field: 'since' });
      const owner = await ownerOf(visitors, request);
      const deadline = startRequestDeadline(reply, COMPARE_BUDGET_MS, stopping.signal);
      try {
        const call = { charge: chargeOf(limits, request, reply), signal: deadline.signal };
        return answerEnvelope(await own.changes(owner, { id: request.params.id, since }, call));
      } catch (error) {
        if (!(error instanceof ClientGone)) throw error;
        return reply.hijack();
      } finally {
        deadline.release();
      }
    },
  );
}

const linesOf = (store: ListStore, id: string): Readable =>
  Readable.from(
    (async function* () {
      for await (const outcomes of store.outcomes(id))
        for (const outcome of outcomes) yield `${JSON.stringify(outcome)}\n`;
    })(),
  );
