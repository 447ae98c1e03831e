import { answerEnvelope } from '@sonde/contract';
import type { AccountUser } from '@sonde/contract/account';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../../http/request-failure.ts';
import type { Store } from '../../stores/store.ts';
import { EntryPath, HistoryQuery, LARGE_BODY_BYTES, MovedLookups, read, TargetToSave } from '../bodies.ts';
import { personOf, type Visitors } from '../visitors.ts';
import { exportStream } from './export-stream.ts';
import { type HistoryWriter, removeHistory } from './history.ts';
import { readHistory } from './history-search.ts';
import { readTargets, removeTarget, saveTarget } from './saved-targets.ts';

export interface HistoryRouteOptions {
  readonly visitors: Visitors;
  readonly store: Store;
  readonly history: HistoryWriter;
  readonly tools: ReadonlySet<string>;
}

interface WithId {
  readonly Params: { readonly id: string };
}

/** Registers the history and the saved targets of the signed-in person. No request can name those of another person. */
export function registerHistory(app: FastifyInstance, { visitors, store, history, tools }: HistoryRouteOptions): void {
  const lookups = MovedLookups(tools);

  app.get('/api/account', async (request) => {
    const { email } = await personOf(visitors, request);
    return answerEnvelope<AccountUser>({ email });
  });
  app.get('/api/account/export', async (request, reply) => {
    const person = await personOf(visitors, request);
    return reply.type(JSON_TYPE).send(await exportStream(store, person));
  });

  app.get('/api/account/history', { config: { queryParameters: Object.keys(HistoryQuery.shape) } }, async (request) => {
    const { owner } = await personOf(visitors, request);
    const query = read(HistoryQuery, request.query);
    return answerEnvelope(await store.use((db) => readHistory(db, owner, query, store.now())));
  });
  app.post('/api/account/history', { bodyLimit: LARGE_BODY_BYTES }, async (request) => {
    const { owner } = await personOf(visitors, request);
    const moved = read(lookups, request.body).lookups;
    return answerEnvelope({ changed: await history.move(owner, moved) });
  });
  app.delete('/api/account/history', async (request) => {
    const { owner } = await personOf(visitors, request);
    return answerEnvelope({ changed: await store.use((db) => removeHistory(db, owner, null)) });
  });
  app.delete<WithId>('/api/account/history/:id', async (request) => {
    const { owner } = await personOf(visitors, request);
    const { id } = read(EntryPath, request.params);
    return answerEnvelope({ changed: await store.use((db) => removeHistory(db, owner, id)) });
  });

  app.get('/api/account/targets', async (request) => {
    const { owner } = await personOf(visitors, request);
    return answerEnvelope({ targets: await store.use((db) => readTargets(db, owner)) });
  });
  app.put('/api/account/targets', { bodyLimit: LARGE_BODY_BYTES }, async (request) => {
    const { owner } = await personOf(visitors, request);
    const target = read(TargetToSave, request.body);
    await store.use((db) => saveTarget(db, owner, target, store.now()));
    return answerEnvelope({ changed: 1 });
  });
  app.delete<WithId>('/api/account/targets/:id', async (request) => {
    const { owner } = await personOf(visitors, request);
    const { id } = read(EntryPath, request.params);
    return answerEnvelope({ changed: await store.use((db) => removeTarget(db, owner, id)) });
  });
}
