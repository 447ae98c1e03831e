import type { Service } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Visitors } from '../accounts/visitors.ts';
import type { Channels } from '../channels/channels.ts';
import type { Config } from '../config.ts';
import type { Background } from '../jobs/background.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { BackgroundPlaces } from '../places/background-places.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import type { Store } from '../stores/store.ts';
import { createOwnWatches, type OwnWatchCalls } from './own-watches.ts';
import { registerWatches } from './register.ts';
import { sweep } from './sweep.ts';
import { createWatchRunner, type WatchRunnerParts } from './watch-runner.ts';
import { createWatchStore } from './watch-store.ts';

export interface WatchParts {
  readonly config: Config;
  readonly service: Service;
  readonly store: Store;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly snapshots: Snapshots;
  readonly background: Background;
  /** Null if places are turned off. */
  readonly places: BackgroundPlaces | null;
  /** Registers the channels; `wake` has the deliveries of one sent soon. */
  startChannels(wake: (channelId: string, owner: string) => Promise<void>): Promise<Channels>;
}

/** The watches of an installation. */
export interface Watches {
  /** Null if the operator has turned watches off. */
  readonly own: OwnWatchCalls | null;
  readonly channels: Channels;
}

/** Registers watches and channels, and the work in the background that belongs to them. */
export async function startWatches(app: FastifyInstance, parts: WatchParts): Promise<Watches> {
  const { config, service, store, visitors, limits, snapshots, background, places } = parts;
  const { isOn, floorSeconds, confirmSeconds, keptDays } = config.watches;
  const send: WatchRunnerParts['send'] = (queue, { key, owner, runAt }, within) =>
    background.send(queue, { key, data: { party: owner }, runAt, ...(within && { within }) });
  const channels = await parts.startChannels(async (key, owner) => {
    if (isOn) await background.send('deliver', { key, data: { party: owner } });
  });
  const runner = createWatchRunner({
    service,
    store,
    snapshots,
    channels,
    log: app.log,
    confirmSeconds,
    hasSeveralResolvers: config.net.resolvers.length > 1,
    places,
    send,
  });
  if (!isOn) return { own: null, channels };
  background.handle('watch', ({ key }, signal) => runner.check(key, signal));
  background.handle('deliver', async ({ key, data }, signal) => {
    const next = await channels.deliver(key, signal);
    if (next !== null) await background.send('deliver', { key, data, runAt: next });
  });
  background.sweep((signal) => sweep({ store, background, channels, keptDays }, signal));
  const own = createOwnWatches({
    service,
    store,
    watches: createWatchStore(store),
    channels,
    floorSeconds,
    places,
    ready: background.ready,
    send: (job, within) => send('watch', job, within),
  });
  const { publicUrl, corsOrigins } = config;
  await registerWatches(app, { own, service, visitors, limits, publicUrl, corsOrigins });
  return { own, channels };
}
