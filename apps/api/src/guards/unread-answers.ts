import { ToolError } from '@sonde/contract';
import { CLIENTS_PER_SITE, failureResult, siteOf } from '@sonde/service';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { JSON_TYPE } from '../http/request-failure.ts';
import { networkOf } from '../limits/client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    unreadAnswers: UnreadAnswers;
  }
}

/** Answers that have been written and not yet been read by their clients. */
export interface UnreadAnswers {
  /**
   * Counts an answer of this size until its response closes, and closes a connection whose client does not read it. Returns
   * false if the client has too many of them; then it must not be sent.
   */
  add(reply: FastifyReply, bytes: number): boolean;
}

/** Smaller answers are not counted: those of all connections of one client together are few. */
const SMALL_BYTES = 64 * 1024;
const MAX_BYTES_OF_CLIENT = 16 * 1024 * 1024;
/** What a client need not have read before it is expected to go on reading. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** A client that has taken nothing of a large answer for so long does not read. */
const NO_PROGRESS_MS = 5_000;
/** Even slow lines transfer the largest answer in this time. */
const MAX_READING_MS = 60_000;

/** Limits how much memory clients hold by requesting large answers and not reading them. */
export function limitUnreadAnswers(app: FastifyInstance, isLimited: boolean): void {
  const held = createBytesHeld();
  app.decorate('unreadAnswers', {
    add(reply, bytes) {
      if (bytes < SMALL_BYTES) return true;
      const client = networkOf(reply.request);
      if (isLimited && held.of(client) + bytes > MAX_BYTES_OF_CLIENT) return false;
      held.change(client, bytes);
      reply.raw.once('close', () => held.change(client, -bytes));
      if (bytes > MAX_UNSENT_BYTES) expectReading(reply);
      return true;
    },
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isAccepted(app.unreadAnswers, reply, payload)) done(null, payload);
    else {
      const { status, body, retryAfterSeconds } = failureResult(tooManyUnread());
      for (const name of ['content-length', 'content-encoding', 'etag']) reply.removeHeader(name);
      reply.code(status).type(JSON_TYPE).header('retry-after', retryAfterSeconds);
      done(null, body);
    }
  });
}

function isAccepted({ add }: UnreadAnswers, reply: FastifyReply, payload: unknown): boolean {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? add(reply, payload.length) : true;
}

export const tooManyUnread = () =>
  new ToolError('rate-limited', 'Too many large answers are on the way to you. Please read them first.', {
    retryAfterSeconds: 5,
  });

/** Node counts a connection as idle while its client takes nothing of what was written, and closes it. */
function expectReading({ raw }: FastifyReply): void {
  const { socket } = raw;
  // Requests that are injected without a network have no real one.
  if (socket !== null && 'setTimeout' in socket) socket.setTimeout(NO_PROGRESS_MS);
  const timer = setTimeout(() => raw.destroy(), MAX_READING_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Bytes by client, and by the /48 network that it is in. */
function createBytesHeld() {
  const bytes = new Map<string, number>();
  const change = (name: string, by: number) => {
    const left = (bytes.get(name) ?? 0) + by;
    if (left > 0) bytes.set(name, left);
    else bytes.delete(name);
  };
  return {
    change(client: string, by: number) {
      change(client, by);
      const site = siteOf(client);
      if (site !== null) change(site, by);
    },
    of(client: string): number {
      const site = siteOf(client);
      const ofSite = site === null ? 0 : (bytes.get(site) ?? 0) / CLIENTS_PER_SITE;
      return Math.max(bytes.get(client) ?? 0, ofSite);
    },
  };
}
