import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebhookReceiver } from '@sonde/lab';
import { createNodeNet, type Net } from '@sonde/probes';
import { onTestFinished } from 'vitest';
import type { TestServer } from './test-server.ts';

/** A network layer that may post to the receiver; without `isOpen`, only the guard's own rules hold. */
export function receiverNet({ authority, port }: WebhookReceiver, isOpen = true): Net {
  const net = createNodeNet({
    resolvers: [{ address: '127.0.0.1', port: 9 }],
    allowNetworks: isOpen ? ['127.0.0.0/8'] : [],
    denyTargets: [],
    allowPorts: [{ from: port, to: port }],
    trustAnchors: [readFileSync(authority, 'utf8')],
  });
  onTestFinished(() => net.close());
  return net;
}

const watchRow = {
  tool: 'dns',
  target: 'shop.example',
  query: '{"domain":"shop.example"}',
  every_s: 900,
  quiet: '[]',
  paused: 0,
  memory: null,
  failure: null,
  cannot_since: null,
  ends: '[]',
  version: 1,
};

const changeRow = {
  kind: 'changed',
  path: 'records/A',
  weight: 'normal',
  state: 'confirmed',
  seen_at: null,
} as const;

interface Told {
  readonly owner: string;
  readonly channelIds: readonly string[];
  readonly name?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Stores a watch with a confirmed change, as watches do, and plans its deliveries in the same transaction. */
export async function confirmChange({ accounts, channels }: Pick<TestServer, 'accounts' | 'channels'>, told: Told) {
  const { owner, channelIds, name = '', before = ['192.0.2.1'], after = ['192.0.2.2'] } = told;
  const { store } = accounts;
  const [watchId, changeId] = [randomUUID(), randomUUID()];
  const turns = await store.use((db) =>
    db.transaction().execute(async (transaction) => {
      const nowMs = store.now();
      const now = new Date(nowMs).toISOString();
      await transaction
        .insertInto('watches')
        .values({
          ...watchRow,
          id: watchId,
          owner,
          name,
          made_at: now,
          checked_at: now,
          next_at: now,
        })
        .execute();
      await transaction
        .insertInto('watch_changes')
        .values({
          ...changeRow,
          id: changeId,
          watch_id: watchId,
          owner,
          at: now,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
          confirmed_at: now,
        })
        .execute();
      return channels.plan(transaction, { changeId, channelIds, nowMs });
    }),
  );
  return { watchId, changeId, turns };
}
