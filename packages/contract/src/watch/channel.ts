import * as z from 'zod/mini';
import { described } from '../described.ts';
import { WatchChange, WatchEntry } from './watch.ts';

/* The calls under `/api/v2/channels`, and what a channel sends. */

/** The most channels of one person. */
export const MAX_CHANNELS = 20;

export const channelKinds = ['webhook', 'ntfy', 'mail'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** `at-once`: what happens within a minute of another message is told together; `daily`: once a day, by mail only. */
export const channelPaces = ['at-once', 'daily'] as const;
export type ChannelPace = (typeof channelPaces)[number];

/** `unproved`: nothing but its code is sent; `failing`: the last message has not arrived. */
export const channelStates = ['unproved', 'working', 'failing'] as const;
export type ChannelState = (typeof channelStates)[number];

const pace = described(
  z.enum(channelPaces),
  'at-once, or daily: one mail a day, at 07:00 UTC; only for mail.',
  'at-once',
);

/** The body of `POST /api/v2/channels`. */
export const ChannelWish = z.object({
  kind: described(z.enum(channelKinds), 'The kind of channel.', 'webhook'),
  address: described(
    z.string(),
    'For a webhook and for ntfy an https address, for mail an e-mail address.',
    'https://hooks.example.com/sonde',
  ),
  pace: z.optional(pace),
});
export type ChannelWish = z.infer<typeof ChannelWish>;

/** The body of `POST /api/v2/channels/<id>/prove`. */
export const ChannelProof = z.object({
  code: described(z.string(), 'The code that was sent to the address.', '482913'),
});
export type ChannelProof = z.infer<typeof ChannelProof>;

const reply = described(
  z.nullable(z.string()),
  'What the last message met: an HTTP status, smtp- with a status of the mail server, accepted, or the reason of a failure; null before the first.',
  '204',
);

export const Channel = z.object({
  id: described(z.string(), 'The id of the channel, used in calls.', '1b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e'),
  kind: ChannelWish.shape.kind,
  address: ChannelWish.shape.address,
  pace,
  state: described(
    z.enum(channelStates),
    'unproved: only its code is sent to it; working; failing: the last message has not arrived.',
    'working',
  ),
  madeAt: described(z.string(), 'When it was made, ISO 8601 in UTC.', '2026-11-22T04:06:00.000Z'),
  failingSince: described(
    z.nullable(z.string()),
    'Since when messages fail, ISO 8601 in UTC; null if they do not.',
    null,
  ),
  restsUntil: described(
    z.nullable(z.string()),
    'The next attempt of a failing channel, ISO 8601 in UTC. Null for a failing channel: it rests, and nothing is sent until a test has succeeded.',
    null,
  ),
  lastSentAt: described(
    z.nullable(z.string()),
    'When the last message was sent, ISO 8601 in UTC; null if there was none.',
    '2026-11-22T04:07:03.000Z',
  ),
  lastReply: reply,
  waiting: described(z.number(), 'How many changes are still to be told.', 0),
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
  problem: described(
    z.nullable(z.string()),
    'Why the code has not arrived, as in lastReply; null if it has. A webhook that checks signatures refuses the code before it knows the secret: the same call sends a new one.',
    null,
  ),
});
export type MadeChannel = z.infer<typeof MadeChannel>;

/** The answer of `POST /api/v2/channels/<id>/test`. */
export const TestedChannel = z.object({
  arrived: described(z.boolean(), 'Whether the test has arrived.', true),
  reply,
});
export type TestedChannel = z.infer<typeof TestedChannel>;

/** The secret addresses under which the changes of all watches can be read. */
export const WatchFeed = z.object({
  atom: described(z.string(), 'The newest changes (RFC 4287).', 'https://sonde.example.com/api/v2/feeds/b0YV….atom'),
  calendar: described(
    z.string(),
    'The ends of certificates and registrations (RFC 5545).',
    'https://sonde.example.com/api/v2/feeds/b0YV….ics',
  ),
});
export type WatchFeed = z.infer<typeof WatchFeed>;

/** The answer of `GET /api/v2/channels`. */
export const OwnChannels = z.object({
  channels: described(z.array(Channel), 'The channels of the caller, the oldest first.'),
  offered: described(z.array(z.enum(channelKinds)), 'The kinds that this server offers.', [...channelKinds]),
  feed: described(z.nullable(WatchFeed), 'The feed of the caller; null if there is none.'),
});
export type OwnChannels = z.infer<typeof OwnChannels>;

/** The body of a webhook's POST; the `id` is the same when it is sent again. */
export const Delivery = z.object({
  id: described(
    z.string(),
    'The id of the delivery, the same when it is sent again.',
    '5d0f7e11-7b0e-4a57-8a2e-9f3c2a527b0e',
  ),
  watch: described(
    z.object({
      id: WatchEntry.shape.id,
      tool: WatchEntry.shape.tool,
      target: WatchEntry.shape.target,
      name: WatchEntry.shape.name,
    }),
    'The watch that has found the change.',
  ),
  change: described(WatchChange, 'The change.'),
  test: described(z.optional(z.boolean()), 'True for a test: nothing has changed.', true),
  sentAt: described(z.string(), 'When it was sent, ISO 8601 in UTC.', '2026-11-22T04:07:03.000Z'),
});
export type Delivery = z.infer<typeof Delivery>;
