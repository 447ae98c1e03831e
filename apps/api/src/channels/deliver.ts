import type { FastifyBaseLogger } from 'fastify';
import type { ChannelRow } from '../stores/watch-tables.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { Senders } from './senders.ts';

/** Messages in one turn of a channel, and how long it takes at most; the rest is left to the next turn. */
const MOST_IN_A_TURN = 50;
const TURN_MS = 60_000;

export interface DeliverParts {
  readonly deliveries: DeliveryStore;
  readonly senders: Senders;
  /** Tells the owner that a channel rests. */
  readonly tellOwner: (channel: ChannelRow, signal: AbortSignal) => Promise<void>;
  readonly log: FastifyBaseLogger;
}

/**
 * Returns the function that sends what is due for one channel. It returns when to look again; null if nothing waits.
 * Whatever ends it in between, a message is sent again with the same id.
 * @throws ToolError `store-failed`, or the reason of the signal
 */
export function createDeliver({ deliveries, senders, tellOwner, log }: DeliverParts) {
  return async (channelId: string, signal: AbortSignal): Promise<Date | null> => {
    const until = performance.now() + TURN_MS;
    for (let sent = 0; sent < MOST_IN_A_TURN && performance.now() < until; sent += 1) {
      signal.throwIfAborted();
      const due = await deliveries.due(channelId);
      if (due === null || due.told.length === 0) return due?.nextAt ?? null;
      const { channel, told } = due;
      const outcome = await senders.changes(channel, told, signal);
      const ids = told.map(({ id }) => id);
      if (outcome.isDone) await deliveries.done(channelId, ids, outcome.reply);
      else if (await deliveries.failed(channel, ids, outcome)) {
        log.info({ channel: channelId, reply: outcome.reply }, 'a channel rests, because nothing arrives there');
        await tellOwner(channel, signal);
      }
    }
    return new Date();
  };
}

export type Deliver = ReturnType<typeof createDeliver>;
