import { randomUUID } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import {
  type Channel,
  type ChannelKind,
  type ChannelPace,
  channelKinds,
  type MadeChannel,
  type OwnChannels,
  type TestedChannel,
  type WatchFeed,
} from '@sonde/contract/watch/channel';
import type { ChannelRow } from '../stores/watch-tables.ts';
import { readAddress } from './address.ts';
import type { ChannelStore } from './channel-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { FeedStore } from './feed-store.ts';
import type { ProofQuota } from './proof-quota.ts';
import type { Outcome, Senders } from './senders.ts';
import type { ToldChange } from './told.ts';

export interface OwnChannelParts {
  readonly channels: ChannelStore;
  readonly deliveries: DeliveryStore;
  readonly feeds: FeedStore;
  readonly senders: Senders;
  readonly quota: ProofQuota;
  readonly sendsMail: boolean;
  readonly baseUrl: () => string;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  /** Something waits for this channel that may be sent now. */
  readonly wake: (channelId: string, owner: string) => Promise<void>;
}

export interface AskedChannel {
  readonly kind: ChannelKind;
  readonly address: string;
  readonly pace: ChannelPace;
}

/** Who asks. */
export interface ChannelAsker {
  readonly owner: string;
  readonly network: string;
}

export type ChannelActions = ReturnType<typeof createOwnChannels>;

/** What owners do with their channels. Every function throws ToolError `store-failed`. */
export function createOwnChannels(parts: OwnChannelParts) {
  const { channels, deliveries, feeds, senders, quota, sendsMail, baseUrl, wake } = parts;
  const feedAt = (secret: string): WatchFeed => {
    const address = `${baseUrl()}/api/v2/feeds/${secret}`;
    return { atom: `${address}.atom`, calendar: `${address}.ics` };
  };
  return {
    async all(owner: string): Promise<OwnChannels> {
      const rows = await channels.all(owner);
      const waiting = await deliveries.waiting(rows.map(({ id }) => id));
      const secret = await feeds.secretOf(owner);
      return {
        channels: rows.map((row) => entryOf(row, waiting.get(row.id) ?? 0)),
        offered: channelKinds.filter((kind) => sendsMail || kind !== 'mail'),
        feed: secret === null ? null : feedAt(secret),
      };
    },
    /**
     * Stores a channel and sends its code.
     * @throws ToolError `invalid-input`; `rate-limited`; `refused-target` for an address that nothing is sent to
     */
    async make({ owner, network }: ChannelAsker, asked: AskedChannel, signal: AbortSignal): Promise<MadeChannel> {
      const address = readAddress(asked.kind, asked.address);
      const pace = checkPace(asked);
      if (asked.kind === 'mail' && !sendsMail)
        throw new ToolError('invalid-input', 'This server sends no mail.', { field: 'kind' });
      await quota.take({ owner, network, address });
      const { channel, code } = await channels.add(owner, { kind: asked.kind, address, pace });
      const outcome = await senders.code(channel, code, signal);
      if (outcome.isRefused) {
        await channels.remove(channel.id);
        throw new ToolError('refused-target', 'Nothing is sent to this address.', { field: 'address' });
      }
      const secret = channel.kind === 'webhook' ? channel.secret : null;
      return { ...entryOf(channel, 0), secret, problem: outcome.isDone ? null : outcome.reply };
    },
    /** @throws ToolError `not-found`; `invalid-input` */
    prove: async (owner: string, id: string, code: string): Promise<Channel> =>
      entryOf(await channels.prove(owner, id, code), 0),
    /** Sends a test. If it arrives, a channel that was failing works again. @throws ToolError `not-found`; `invalid-input` */
    async test(owner: string, id: string, signal: AbortSignal): Promise<TestedChannel> {
      const channel = await channels.find(owner, id);
      if (channel.proved_at === null) throw new ToolError('invalid-input', 'Enter the code of this channel first.');
      const outcome = await senders.changes(channel, [testChange(parts.wallClock())], signal);
      if (outcome.isDone) {
        await deliveries.done(id, [], outcome.reply);
        await wake(id, owner);
      } else await deliveries.noteTest(channel, outcome.reply);
      return toTested(outcome);
    },
    /** @throws ToolError `not-found` */
    async remove(owner: string, id: string): Promise<number> {
      await channels.find(owner, id);
      return channels.remove(id);
    },
    renewFeed: async (owner: string): Promise<WatchFeed> => feedAt(await feeds.renew(owner)),
    removeFeed: (owner: string): Promise<number> => feeds.remove(owner),
  };
}

const toTested = ({ isDone, reply }: Outcome): TestedChannel => ({ arrived: isDone, reply });

function checkPace({ kind, pace }: AskedChannel): ChannelPace {
  if (kind === 'mail' || pace === 'at-once') return pace;
  throw new ToolError('invalid-input', 'Only mail can be sent once a day.', { field: 'pace' });
}

function entryOf(row: ChannelRow, waiting: number): Channel {
  const isFailing = row.failing_since !== null;
  return {
    id: row.id,
    kind: row.kind,
    address: row.address,
    pace: row.pace,
    state: row.proved_at === null ? 'unproved' : isFailing ? 'failing' : 'working',
    madeAt: row.made_at,
    failingSince: row.failing_since,
    restsUntil: row.rests_until,
    lastSentAt: row.sent_at,
    lastReply: row.last_reply,
    waiting,
  };
}

const TEST_ID = '00000000-0000-4000-8000-000000000000';

/** A change in the shape of all others, about a name that nobody owns (RFC 2606). */
function testChange(nowMs: number): ToldChange {
  const now = new Date(nowMs).toISOString();
  return {
    id: randomUUID(),
    test: true,
    watch: { id: TEST_ID, tool: 'dns', target: 'example.com', name: 'Test' },
    change: {
      id: TEST_ID,
      kind: 'changed',
      at: now,
      path: 'test',
      label: 'Test',
      before: null,
      after: 'test',
      text: 'This is a test: nothing has changed.',
      weight: 'low',
      state: 'confirmed',
      places: null,
      confirmedAt: now,
    },
  };
}
