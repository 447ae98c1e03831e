import type { Service, SharedStore } from '@sonde/service';
import { publicKeyOf } from '@sonde/service/snapshots/signing-key';
import type { FastifyInstance } from 'fastify';
import { createForgeryGuard } from '../accounts/same-origin.ts';
import type { Visitors } from '../accounts/visitors.ts';
import type { Config } from '../config.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { Store } from '../stores/store.ts';
import { checkScope } from '../tokens/register.ts';
import { createDailyQuota } from './daily-quota.ts';
import { createIsDenied } from './denied.ts';
import { createHeldOutcomes } from './held-outcome.ts';
import { createCheckTarget } from './kept-target.ts';
import { createServerKey } from './server-key.ts';
import { registerSnapshotCalls } from './snapshot-routes.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

export interface SnapshotParts {
  readonly config: Config;
  readonly service: Service;
  readonly store: Store;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly shared: SharedStore | null;
}

/** Registers the calls for kept results under `/api/v2/snapshots`, and publishes the keys of their signatures. */
export async function registerSnapshots(app: FastifyInstance, parts: SnapshotParts): Promise<Snapshots> {
  const { config, service, visitors, limits, now, shared } = parts;
  const store = createSnapshotStore(parts.store);
  const { publicUrl, corsOrigins, snapshotDays: days } = config;
  const snapshots = createSnapshots(store, createServerKey(config.accounts), createIsDenied(config.denyTargets), {
    publicUrl,
    days,
  });
  await app.register(async (scope) => {
    // Only JSON, which a form on another site cannot send.
    scope.removeContentTypeParser('text/plain');
    scope.addHook('onRequest', createForgeryGuard(publicUrl, corsOrigins));
    // A kept result is the result of a lookup. Agents read it with the scope for MCP.
    scope.addHook('onRequest', async (request) => checkScope(request, 'lookups'));
    registerSnapshotCalls(scope, {
      snapshots,
      store,
      visitors,
      limits,
      quota: createDailyQuota(now, shared),
      findOutcome: createHeldOutcomes(service),
      checkTarget: createCheckTarget(service),
      isOn: days > 0,
    });
  });
  app.get('/.well-known/sonde-keys.json', async (_request, reply) => {
    const keys = await store.keys();
    return reply
      .header('access-control-allow-origin', '*')
      .send({ keys: keys.map(({ x, firstUsedAt }) => ({ ...publicKeyOf(x), firstUsedAt })) });
  });
  return snapshots;
}
