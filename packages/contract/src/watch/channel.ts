import * as z from 'zod/mini';
import { described } from '../described.ts';
import { WatchChange, WatchEntry } from './watch.ts';

/* The calls under `/api/v2/channels`, and what a channel sends. */

/** The most channels of one person. */
export const MAX_CHANNELS = 20;

export const channelKinds = ['webhook', 'ntfy', 'mail'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** `unproved`: nothing but its code is sent; `failing`: the last delivery has failed. */
export const channelStates = ['unproved', 'working', 'failing'] as const;
export type ChannelState = (typeof channelStates)[number];

/** The body of `POST /api/v2/channels`. */
export const ChannelWish = z.object({
  kind: described(z.enum(channelKinds), 'How it is told.', 'webhook'),
  address: described(
    z.string(),
    'Of a webhook or of ntfy an https address; of mail an e-mail address.',
    'https://hooks.example.com/sonde',
  ),
});
export type ChannelWish = z.infer<typeof ChannelWish>;

/** The body of `POST /api/v2/channels/<id>/prove`. */
export const ChannelProof = z.object({
  code: described(z.string(), 'The code that was sent to the address.', '482913'),
});
export type ChannelProof = z.infer<typeof ChannelProof>;

export const Channel = z.object({
  id: described(z.string(), 'The id of the channel, used in calls.', '1b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e'),
  kind: ChannelWish.shape.kind,
  address: ChannelWish.shape.address,
  state: described(
    z.enum(channelStates),
    'unproved: only its code is sent to it; working; failing: the last delivery has failed.',
    'working',
  ),
  madeAt: described(z.string(), 'When it was made, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  failingSince: described(
    z.nullable(z.string()),
    'Since when deliveries fail, ISO 8601 in UTC; null if they do not.',
    null,
  ),
  restsUntil: described(
    z.nullable(z.string()),
    'Until when nothing is sent because deliveries fail, ISO 8601 in UTC; null if it does not rest.',
    null,
  ),
});
export type Channel = z.infer<typeof Channel>;

/** The answer of `POST /api/v2/channels`. */
export const MadeChannel = z.object({
  ...Channel.shape,
  secret: described(
    z.nullable(z.string()),
    'The key of the signatures of a webhook, shown only here; null for other kinds.',
    'b0YV…',
  ),
});
export type MadeChannel = z.infer<typeof MadeChannel>;

/** The answer of `GET /api/v2/channels`. */
export const OwnChannels = z.object({ channels: described(z.array(Channel), 'The channels of the caller.') });
export type OwnChannels = z.infer<typeof OwnChannels>;

/** The body of a webhook's POST; the `id` is the same when it is sent again. */
export const Delivery = z.object({
  id: described(
    z.string(),
    'The id of the delivery, the same when it is sent again.',
    '5d0f7e11-7b0e-4a57-8a2e-9f3c2a527b0e',
  ),
  watch: z.object({
    id: WatchEntry.shape.id,
    tool: WatchEntry.shape.tool,
    target: WatchEntry.shape.target,
    name: WatchEntry.shape.name,
  }),
  change: WatchChange,
  sentAt: described(z.string(), 'When it was sent, ISO 8601 in UTC.', '2026-11-22T04:07:03.000Z'),
});
export type Delivery = z.infer<typeof Delivery>;
