import { serverTiming, TIMING_EVENT } from '@sonde/contract/timing/server-timing';
import { translateFailure } from '@sonde/probes';
import type { Listen } from '@sonde/service';
import { failureResult, type LookupResult } from '@sonde/service';
import type { FastifyReply } from 'fastify';
import { createSeal } from '../encryption/seal.ts';
import { tooManyUnread } from '../guards/unread-answers.ts';
import { ClientGone } from '../http/request-deadline.ts';
import { sendResult } from '../http/request-failure.ts';
import {
  type EventStream,
  type PartEvent,
  type StreamEvent,
  type StreamTiming,
  startEventStream,
} from './event-stream.ts';

export interface StreamOptions {
  readonly timing: StreamTiming;
  /** Whether the data of each event is encrypted, with one key for the stream. */
  readonly isSealed: boolean;
  /** The name of the events that carry parts of the answer. */
  readonly partEvent?: PartEvent;
}

/**
 * Sends the progress parts of an answer as they are found, then the result. The stream begins with the first event, so that
 * a failure before any part keeps its status and is an ordinary response.
 * @throws what `find` throws, if nothing was sent yet or the client is gone.
 */
export async function answerAsStream(
  reply: FastifyReply,
  options: StreamOptions,
  find: (listen: Listen<string>) => Promise<LookupResult>,
): Promise<LookupResult> {
  const stream = streamOnDemand(reply, options);
  const { partEvent = 'progress' } = options;
  const result = await find((part) => stream.send(partEvent, part)).catch((error: unknown) => {
    if (!stream.hasBegun || error instanceof ClientGone) throw error;
    return failureResult(translateFailure(error));
  });
  if (result.code !== null && !stream.hasBegun) {
    sendResult(reply, result);
    return result;
  }
  // Sent as an event, since the header has already been sent and browsers ignore trailer fields.
  if (result.timing !== undefined) stream.send(TIMING_EVENT, JSON.stringify(serverTiming(result.timing)));
  const sent = reply.server.unreadAnswers.add(reply, result.body.length) ? result : failureResult(tooManyUnread());
  stream.send(sent.code === null ? 'result' : 'failure', sent.body);
  stream.end();
  return sent;
}

function streamOnDemand(reply: FastifyReply, { timing, isSealed }: StreamOptions) {
  let stream: EventStream | null = null;
  let seal = (json: string) => json;
  const begin = () => {
    if (isSealed) {
      const sealed = createSeal();
      reply.headers(sealed.headers);
      seal = sealed.seal;
    }
    return startEventStream(reply, timing);
  };
  return {
    get hasBegun() {
      return stream !== null;
    },
    send(event: StreamEvent, json: string) {
      stream ??= begin();
      stream.send(event, seal(json));
    },
    end: () => stream?.end(),
  };
}
