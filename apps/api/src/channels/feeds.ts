import { createHash } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { Store } from '../stores/store.ts';
import { atomFeed } from './atom.ts';
import { calendarOf } from './calendar.ts';
import type { FeedStore } from './feed-store.ts';
import { endsOf, newestChanges } from './watched-changes.ts';

export interface FeedOptions {
  readonly store: Store;
  readonly feeds: FeedStore;
  readonly limits: ClientLimits;
  readonly brand: string;
  readonly baseUrl: () => string;
}

interface WithName {
  readonly Params: { readonly name: string };
}

const NAME = /^([\w-]{32})\.(atom|ics)$/;

/** Serves the changes and ends of an owner under a secret address: whoever knows it may read, and nothing more. */
export function registerFeeds(app: FastifyInstance, { store, feeds, limits, brand, baseUrl }: FeedOptions): void {
  app.get<WithName>('/api/v2/feeds/:name', { config: { compressed: 'always' } }, async (request, reply) => {
    await limits.charge(reply, networkOf(request), 1);
    const [, secret = '', format] = NAME.exec(request.params.name) ?? [];
    const owner = secret === '' ? null : await feeds.ownerOf(secret);
    if (owner === null) throw new ToolError('not-found', 'There is no such feed.');
    reply.header('cache-control', 'private, max-age=300').header('x-robots-tag', 'noindex');
    if (format === 'ics') {
      const [ends, nowMs] = await store.use(async (db) => [await endsOf(db, owner, baseUrl()), store.now()] as const);
      return reply.type('text/calendar; charset=utf-8').send(calendarOf(ends, brand, nowMs));
    }
    const [told, nowMs] = await store.use(async (db) => [await newestChanges(db, owner), store.now()] as const);
    const id = createHash('sha256').update(`feed of ${owner}`).digest('hex').slice(0, 32);
    const facts = { brand, baseUrl: baseUrl(), id, updatedMs: nowMs };
    return reply.type('application/atom+xml; charset=utf-8').send(atomFeed(told, facts));
  });
}
