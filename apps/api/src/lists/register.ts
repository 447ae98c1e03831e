// In this folder: lists of up to a thousand targets, which are looked up in the background.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type AnyTool, answerEnvelope, ToolError } from '@sonde/contract';
import { estimateList, listItems } from '@sonde/contract/lists/list-items';
import { countCodes, listColumns } from '@sonde/contract/lists/list-outcome';
import { MAX_LIST_TARGETS, readList } from '@sonde/contract/lists/read-list';
import { toCsv } from '@sonde/contract/tables/formats';
import type { Service } from '@sonde/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { read } from '../accounts/bodies.ts';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import { personOf, type Visitors } from '../accounts/visitors.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { Store } from '../stores/store.ts';
import { checkScope } from '../tokens/register.ts';
import { createListRunner, type ListRunner } from './list-runner.ts';
import { createListStore, type ListStore, type StoredList } from './list-store.ts';

const BODY_BYTES = 512 * 1024;
const MAX_NAME = 100;
const READ_COST = 0.25;
const MAX_SHOWN_LINES = 50;
const formats = ['json', 'ndjson', 'csv'] as const;

const NewList = z.strictObject({
  targets: z.union([z.array(z.string()), z.string()], 'The targets are missing: a list, or the text of a file.'),
  tools: z.array(z.string(), 'The ids of the tools are missing.').min(1, 'At least one tool is needed.'),
  name: z
    .string('The name is a text.')
    .max(MAX_NAME, 'The name is too long.')
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, 'The name holds characters that cannot be shown.')
    .default(''),
  /** Only the estimate is wanted. */
  dryRun: z.boolean().default(false),
});

export interface ListParts {
  readonly service: Service;
  readonly store: Store;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly publicUrl: string | null;
}

interface WithId {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly format?: string };
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
  { service, visitors, limits }: ListParts,
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
  async function ownList(request: FastifyRequest, id: string): Promise<StoredList> {
    const found = await store.find(await ownerOf(request), id);
    if (found === null) throw new ToolError('not-found', 'There is no such list.');
    return found;
  }

  app.post('/api/v2/lists', { bodyLimit: BODY_BYTES }, async (request, reply) => {
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
    return answerEnvelope({ lists: await store.all(await ownerOf(request)) });
  });
  app.get<WithId>('/api/v2/lists/:id', { config: { queryParameters: ['format'] } }, async (request, reply) => {
    await limits.charge(reply, clientOf(request), READ_COST);
    const format = formats.find((one) => one === (request.query.format ?? 'json'));
    if (format === undefined)
      throw new ToolError('invalid-input', `format is one of ${formats.join(', ')}.`, { field: 'format' });
    const list = await ownList(request, request.params.id);
    if (format === 'ndjson') return reply.type('application/x-ndjson; charset=utf-8').send(linesOf(store, list.id));
    const found = await store.found(list.id);
    if (format === 'csv') {
      const table = { title: list.name, columns: [...listColumns], rows: found.map(({ row }) => row) };
      return reply.type('text/csv; charset=utf-8').send(toCsv([table]));
    }
    const items = found.map(({ target, tool, codes }) => ({ target, tool, codes }));
    return answerEnvelope({
      ...list,
      total: await store.countItems(list.id),
      done: found.length,
      summary: countCodes(found),
      items,
    });
  });
  app.delete<WithId>('/api/v2/lists/:id', async (request, reply) => {
    await limits.charge(reply, clientOf(request), 1);
    const changed = await store.remove(await ownerOf(request), request.params.id);
    if (changed > 0) runner.stopList(request.params.id);
    return answerEnvelope({ changed });
  });
}

const linesOf = (store: ListStore, id: string): Readable =>
  Readable.from(
    (async function* () {
      for await (const outcome of store.outcomes(id)) yield `${JSON.stringify(outcome)}\n`;
    })(),
  );

/** @throws ToolError `invalid-input`, with the numbers of the lines that are no targets. */
function itemsOf({ targets, tools: ids }: z.infer<typeof NewList>, offered: readonly AnyTool[]) {
  const unknown = ids.find((id) => offered.every((tool) => tool.id !== id));
  if (unknown !== undefined) throw new ToolError('invalid-input', 'There is no such tool.', { field: 'tools' });
  const text = typeof targets === 'string' ? targets : targets.map((one) => one.replaceAll(/[\r\n]+/g, ' ')).join('\n');
  const list = readList(text);
  const wrong = (message: string) => new ToolError('invalid-input', message, { field: 'targets' });
  if (list.badLines.length > 0) {
    const numbers = list.badLines.map(({ line }) => line);
    const more = numbers.length > MAX_SHOWN_LINES ? ` and ${numbers.length - MAX_SHOWN_LINES} more` : '';
    throw wrong(`${numbers.length} lines have no target: ${numbers.slice(0, MAX_SHOWN_LINES).join(', ')}${more}.`);
  }
  if (list.targets.length > MAX_LIST_TARGETS) throw wrong(`A list has at most ${MAX_LIST_TARGETS} targets.`);
  const items = listItems(
    list.targets,
    offered.filter(({ id }) => ids.includes(id)),
  );
  if (items.length === 0) throw wrong('Nothing in the list can be looked up with these tools.');
  return items;
}
