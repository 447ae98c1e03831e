// In this folder: lists of up to a thousand targets, which are looked up in the background.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { answerEnvelope, ToolError } from '@sonde/contract';
import { type ListEntry, MAX_LIST_BYTES } from '@sonde/contract/lists/list-calls';
import { estimateList } from '@sonde/contract/lists/list-items';
import { countCodes, listColumns, listRow } from '@sonde/contract/lists/list-outcome';
import { toCsv } from '@sonde/contract/tables/formats';
import type { Service } from '@sonde/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { read } from '../accounts/bodies.ts';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import { personOf, type Visitors } from '../accounts/visitors.ts';
import { ClientGone, startRequestDeadline } from '../http/request-deadline.ts';
import type { Stopping } from '../http/stopping.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { Store } from '../stores/store.ts';
import { checkScope } from '../tokens/register.ts';
import { compareLists } from './compare-lists.ts';
import { createListRunner, type ListRunner } from './list-runner.ts';
import { createListStore, type ListStore } from './list-store.ts';
import { itemsOf, NewList } from './new-list.ts';

const READ_COST = 0.25;
/** What is read of a long list takes more of the server; no list is out of reach by its cost. */
const LOOKUPS_PER_UNIT = 1_000;
const COMPARED_PER_UNIT = 200;
const MAX_COST = 20;
const COMPARE_BUDGET_MS = 60_000;
const formats = ['json', 'ndjson', 'csv'] as const;

export interface ListParts {
  readonly service: Service;
  readonly store: Store;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly publicUrl: string | null;
  readonly stopping: Stopping;
}

interface WithId {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly format?: string; readonly since?: string };
}

/** The calls under `/api/v2/lists`, for members and for those with a token. Returns what runs the lists. */
export async function registerLists(app: FastifyInstance, parts: ListParts): Promise<ListRunner> {
  const store = createListStore(parts.store, randomUUID());
  const runner = createListRunner({ service: parts.service, store, log: app.log });
  await app.register(async (scope) => {
    // JSON only: a form on another site cannot send that.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(parts.publicUrl));
    registerCalls(scope, parts, { store, runner });
  });
  return runner;
}

function registerCalls(
  app: FastifyInstance,
  { service, visitors, limits, stopping }: ListParts,
  lists: { store: ListStore; runner: ListRunner },
): void {
  const { store, runner } = lists;
  /** A token of a member reads the lists of this member. */
  async function ownerOf(request: FastifyRequest): Promise<string> {
    checkScope(request, 'lists');
    const { apiToken } = request;
    if (apiToken !== null) return apiToken.owner ?? apiToken.client;
    return (await personOf(visitors, request)).owner;
  }
  async function listOf(owner: string, id: string): Promise<ListEntry> {
    const found = await store.find(owner, id);
    if (found === null) throw new ToolError('not-found', 'There is no such list.');
    return found;
  }

  app.post('/api/v2/lists', { bodyLimit: MAX_LIST_BYTES }, async (request, reply) => {
    await limits.charge(reply, clientOf(request), 1);
    const owner = await ownerOf(request);
    const asked = read(NewList, request.body);
    const items = itemsOf(asked, service.tools);
    const estimate = estimateList(items);
    if (asked.dryRun) return answerEnvelope({ id: null, estimate });
    const id = randomUUID();
    const open = items.map(({ target: { target }, tool }, position) => ({ position, target, tool: tool.id }));
    await store.add(owner, { id, name: asked.name, tools: [...new Set(asked.tools)], estimate }, open);
    runner.begin();
    return answerEnvelope({ id, estimate });
  });
  app.get('/api/v2/lists', async (request, reply) => {
    await limits.charge(reply, clientOf(request), READ_COST);
    const tools = service.tools.map(({ id }) => id);
    return answerEnvelope({ lists: await store.all(await ownerOf(request)), tools });
  });
  app.get<WithId>('/api/v2/lists/:id', { config: { queryParameters: ['format'] } }, async (request, reply) => {
    await limits.charge(reply, clientOf(request), READ_COST);
    const format = formats.find((one) => one === (request.query.format ?? 'json'));
    if (format === undefined)
      throw new ToolError('invalid-input', `format is one of ${formats.join(', ')}.`, { field: 'format' });
    const list = await listOf(await ownerOf(request), request.params.id);
    await limits.charge(reply, clientOf(request), costOf(list.done, LOOKUPS_PER_UNIT));
    if (format === 'ndjson') return reply.type('application/x-ndjson; charset=utf-8').send(linesOf(store, list.id));
    const items = await store.found(list.id);
    if (format === 'csv') {
      const table = { title: list.name, columns: [...listColumns], rows: items.map(listRow) };
      return reply.type('text/csv; charset=utf-8').send(toCsv([table]));
    }
    const total = list.estimate.lookups;
    return answerEnvelope({ ...list, done: items.length, total, summary: countCodes(items), items });
  });
  app.get<WithId>('/api/v2/lists/:id/changes', { config: { queryParameters: ['since'] } }, async (request, reply) => {
    await limits.charge(reply, clientOf(request), READ_COST);
    const { since } = request.query;
    if (since === undefined)
      throw new ToolError('invalid-input', 'since is missing: the id of the earlier list.', { field: 'since' });
    const owner = await ownerOf(request);
    const [later, earlier] = [await listOf(owner, request.params.id), await listOf(owner, since)];
    await limits.charge(reply, clientOf(request), costOf(later.done, COMPARED_PER_UNIT));
    const deadline = startRequestDeadline(reply, COMPARE_BUDGET_MS, stopping.signal);
    try {
      return answerEnvelope(await compareLists(store, { id: later.id, since: earlier.id }, deadline.signal));
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
      return reply.hijack();
    } finally {
      deadline.release();
    }
  });
  app.delete<WithId>('/api/v2/lists/:id', async (request, reply) => {
    await limits.charge(reply, clientOf(request), 1);
    const changed = await store.remove(await ownerOf(request), request.params.id);
    if (changed === 0) throw new ToolError('not-found', 'There is no such list.');
    runner.stopList(request.params.id);
    return answerEnvelope({ changed });
  });
}

const costOf = (lookups: number, perUnit: number): number => Math.min(MAX_COST, lookups / perUnit);

const linesOf = (store: ListStore, id: string): Readable =>
  Readable.from(
    (async function* () {
      for await (const outcomes of store.outcomes(id))
        for (const outcome of outcomes) yield `${JSON.stringify(outcome)}\n`;
    })(),
  );
