import { translateFailure } from '@sonde/probes';
import type { FastifyReply } from 'fastify';
import { createSeal } from '../encryption/seal.ts';
import { failureOutcome, type Outcome } from '../lookups/outcome.ts';
import type { Listen } from '../lookups/single-flight.ts';
import { ClientGone } from '../patience.ts';
import { sendOutcome } from '../request-failure.ts';
import { type EventStream, type StreamTiming, startEventStream } from './event-stream.ts';

export interface StreamOptions {
  readonly timing: StreamTiming;
  /** Whether the data of each event is encrypted, with one key for the stream. */
  readonly isSealed: boolean;
}

/**
 * Sends the parts of an answer as they are found, then the outcome. The stream begins with the first event, so that a
 * failure before any part keeps its status and is a plain answer.
 * @throws what `find` throws, when nothing was sent yet or nobody is left to read it.
 */
export async function answerAsStream(
  reply: FastifyReply,
  options: StreamOptions,
  find: (listen: Listen<string>) => Promise<Outcome>,
): Promise<Outcome> {
  const stream = streamOnDemand(reply, options);
  const outcome = await find((part) => stream.send('progress', part)).catch((error: unknown) => {
    if (!stream.hasBegun || error instanceof ClientGone) throw error;
    return failureOutcome(translateFailure(error));
  });
  if (outcome.code !== null && !stream.hasBegun) {
    sendOutcome(reply, outcome);
    return outcome;
  }
  stream.send(outcome.code === null ? 'result' : 'failure', outcome.body);
  stream.end();
  return outcome;
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
    send(event: 'progress' | 'result' | 'failure', json: string) {
      stream ??= begin();
      stream.send(event, seal(json));
    },
    end: () => stream?.end(),
  };
}
