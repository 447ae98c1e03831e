// channels/: where changes are told: webhooks, ntfy, mail and feeds.

import { ToolError } from '@sonde/contract';
import type { Net } from '@sonde/probes';
import type { SharedStore } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Visitors } from '../accounts/visitors.ts';
import type { Config } from '../config.ts';
import { listeningUrl } from '../http/listening-url.ts';
import type { Stopping } from '../http/stopping.ts';
import type { ClientLimits } from '../limits/limits.ts';
import { createMailer } from '../stores/mail.ts';
import type { Store } from '../stores/store.ts';
import { createChannelStore } from './channel-store.ts';
import { createDeliver, type Deliver } from './deliver.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { createFeedStore } from './feed-store.ts';
import { registerFeeds } from './feeds.ts';
import { createOwnChannels } from './own-channels.ts';
import { createProofQuota } from './proof-quota.ts';
import { registerChannelCalls } from './routes.ts';
import { createSenders } from './senders.ts';
import { createTellOwner } from './tell-owner.ts';
import { registerUnsubscribe } from './unsubscribe-page.ts';

export interface ChannelParts {
  readonly config: Config;
  readonly store: Store;
  readonly net: Pick<Net, 'post'>;
  readonly visitors: Visitors;
  readonly limits: ClientLimits;
  readonly stopping: Stopping;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly shared: SharedStore | null;
  /** Milliseconds since 1970; default: the system's. */
  readonly wallClock?: () => number;
  /** Has the deliveries of a channel sent soon. */
  readonly wake: (channelId: string, owner: string) => Promise<void>;
}

/** What watches do with channels. Every function throws ToolError `store-failed`. */
export interface Channels {
  /** @throws ToolError `invalid-input` unless every id is a channel of this owner. */
  check(owner: string, ids: readonly string[]): Promise<void>;
  /** Adds the deliveries of a change within the transaction that confirms it; returns when to send them. */
  readonly plan: DeliveryStore['plan'];
  /** Sends what is due for a channel; returns when to look again, null if nothing waits. */
  readonly deliver: Deliver;
  /** The channels for which deliveries wait, and since when. */
  readonly due: DeliveryStore['turns'];
}

/** Registers the calls and pages of channels, and returns what watches do with them. */
export async function registerChannels(app: FastifyInstance, parts: ChannelParts): Promise<Channels> {
  const { config, store, net, visitors, limits, stopping, now, shared, wake, wallClock = Date.now } = parts;
  const { accounts, brand, publicUrl, corsOrigins } = config;
  const baseUrl = () => publicUrl ?? listeningUrl(app);
  const { smtpUrl, mailFrom: from } = accounts;
  const mail = smtpUrl === null ? null : createMailer({ smtpUrl, from }, () => {});
  const [channels, deliveries, feeds] = [createChannelStore(store), createDeliveryStore(store), createFeedStore(store)];
  const senders = createSenders({ net, mail, brand, baseUrl, wallClock });
  const quota = createProofQuota(now, shared);
  const sendsMail = mail !== null;
  const own = createOwnChannels({ channels, deliveries, feeds, senders, quota, sendsMail, baseUrl, wallClock, wake });
  await registerChannelCalls(app, { own, visitors, limits, publicUrl, corsOrigins, stopping });
  await registerUnsubscribe(app, { channels, limits, brand });
  registerFeeds(app, { store, feeds, limits, brand, baseUrl });
  const tellOwner = createTellOwner({ store, channels, senders, mail, baseUrl, log: app.log });
  return {
    async check(owner, ids) {
      const known = new Set((await channels.all(owner)).map(({ id }) => id));
      if (ids.some((id) => !known.has(id)))
        throw new ToolError('invalid-input', 'There is no such channel.', { field: 'channels' });
    },
    plan: deliveries.plan,
    deliver: createDeliver({ deliveries, senders, tellOwner, log: app.log }),
    due: deliveries.turns,
  };
}
