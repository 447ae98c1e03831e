import type { FastifyBaseLogger } from 'fastify';
import type { SendMail } from '../stores/mail.ts';
import type { Store } from '../stores/store.ts';
import type { ChannelRow } from '../stores/watch-tables.ts';
import type { ChannelStore } from './channel-store.ts';
import type { Senders } from './senders.ts';
import { shownLine } from './shown-text.ts';
import type { Message } from './told.ts';

const MAX_ADDRESS = 120;

export interface TellOwnerParts {
  readonly store: Store;
  readonly channels: ChannelStore;
  readonly senders: Senders;
  readonly mail: SendMail | null;
  readonly baseUrl: () => string;
  readonly log: FastifyBaseLogger;
}

/**
 * Tells an owner that a channel rests: by every other channel that works, and by mail to the account. On the page it is
 * shown in any case. What fails here is only logged: a channel that rests must not end with a failure of another one.
 */
export function createTellOwner({ store, channels, senders, mail, baseUrl, log }: TellOwnerParts) {
  return async (channel: ChannelRow, signal: AbortSignal): Promise<void> => {
    const message = restMessage(channel, baseUrl());
    const others = (await channels.all(channel.owner)).filter(
      ({ id, proved_at, failing_since }) => id !== channel.id && proved_at !== null && failing_since === null,
    );
    for (const other of others) {
      const { isDone, reply } = await senders.notice(other, message, signal);
      if (!isDone) log.info({ channel: other.id, reply }, 'a notice about another channel did not arrive');
    }
    const email = await accountEmail(store, channel.owner);
    const isTold = others.some(({ kind, address }) => kind === 'mail' && address.toLowerCase() === email);
    if (mail === null || email === null || isTold) return;
    const { title, text, url } = message;
    await mail({ to: email, subject: title, text: `${text}\n\n${url}\n` }).catch((err: unknown) =>
      log.error({ err }, 'a mail about a channel that rests was not sent'),
    );
  };
}

function restMessage({ kind, address }: ChannelRow, baseUrl: string): Message {
  return {
    title: `Changes no longer arrive at your ${kind} channel`,
    text: [
      `Nothing has arrived at ${shownLine(address, MAX_ADDRESS)} for days, so no more is sent there.`,
      'What has changed since is kept. It is sent as soon as a test of the channel succeeds.',
    ].join('\n'),
    url: `${baseUrl}/watch`,
    isUrgent: true,
  };
}

/** The address of an account that is stored here; null for an account elsewhere. */
async function accountEmail(store: Store, owner: string): Promise<string | null> {
  const id = /^member:(.+)$/.exec(owner)?.[1];
  if (id === undefined) return null;
  const row = await store.use((db) => db.selectFrom('members').select('email').where('id', '=', id).executeTakeFirst());
  return row?.email ?? null;
}
