import { answerEnvelope } from '@sonde/contract';
import { type AccountExport, type AccountUser, MAX_HISTORY } from '@sonde/contract/account';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../stores/store.ts';
import { EntryPath, HistoryQuery, LARGE_BODY_BYTES, MovedLookups, read, TargetToSave } from './bodies.ts';
import { moveLookups, readHistory, removeHistory } from './history.ts';
import { readTargets, removeTarget, saveTarget } from './saved-targets.ts';
import { personOf, type Visitors } from './visitors.ts';

export interface KeptRouteOptions {
  readonly visitors: Visitors;
  readonly store: Store;
  readonly tools: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  now(): number;
}

interface WithId {
  readonly Params: { readonly id: string };
}

/** What is kept of the person who asks: nobody else's can be named. */
export function registerKept(app: FastifyInstance, { visitors, store, tools, now }: KeptRouteOptions): void {
  const lookups = MovedLookups(tools);

  app.get('/api/account', async (request) => {
    const { email } = await personOf(visitors, request);
    return answerEnvelope<AccountUser>({ email });
  });
  app.get('/api/account/export', async (request) => {
    const { owner, email } = await personOf(visitors, request);
    const everything = { search: null, tool: null, before: null, limit: MAX_HISTORY * 2 };
    const data = await store.use(async (db): Promise<AccountExport> => {
      const { entries } = await readHistory(db, owner, everything, now());
      return { email, history: entries, targets: await readTargets(db, owner) };
    });
    return answerEnvelope(data);
  });

  app.get('/api/account/history', { config: { queryParameters: Object.keys(HistoryQuery.shape) } }, async (request) => {
    const { owner } = await personOf(visitors, request);
    const query = read(HistoryQuery, request.query);
    return answerEnvelope(await store.use((db) => readHistory(db, owner, query, now())));
  });
  app.post('/api/account/history', { bodyLimit: LARGE_BODY_BYTES }, async (request) => {
    const { owner } = await personOf(visitors, request);
    const moved = read(lookups, request.body).lookups;
    return answerEnvelope({ changed: await store.use((db) => moveLookups(db, owner, moved, now())) });
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
    await store.use((db) => saveTarget(db, owner, target, now()));
    return answerEnvelope({ changed: 1 });
  });
  app.delete<WithId>('/api/account/targets/:id', async (request) => {
    const { owner } = await personOf(visitors, request);
    const { id } = read(EntryPath, request.params);
    return answerEnvelope({ changed: await store.use((db) => removeTarget(db, owner, id)) });
  });
}
