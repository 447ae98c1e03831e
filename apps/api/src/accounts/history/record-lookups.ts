import type { FailureCode } from '@sonde/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Visitors } from '../visitors.ts';
import type { HistoryWriter } from './history.ts';

/** Adds a lookup and its result to the history. Never fails, and never delays an answer for long. */
export type RecordLookup = (failure: FailureCode | null) => Promise<void>;

/** Records a lookup for the person who makes it; null for a visitor who is not signed in. */
export type RecorderFor = (request: FastifyRequest, tool: string, target: string) => RecordLookup | null;

/** How long an answer waits for its record at most: a hanging store must not block the tools. */
const MAX_DELAY_MS = 1_000;

export interface LookupRecorderOptions {
  readonly visitors: Visitors;
  readonly history: HistoryWriter;
  readonly log: FastifyBaseLogger;
}

export function createLookupRecorder({ visitors, history, log }: LookupRecorderOptions): RecorderFor {
  return (request, tool, target) => {
    if (!visitors.mayBeSignedIn(request)) return null;
    async function write(failure: FailureCode | null): Promise<void> {
      const person = await visitors.of(request);
      if (person !== null) await history.add(person.owner, { tool, target, failure });
    }
    return async (failure) => {
      const written = write(failure).catch((err: unknown) =>
        log.error({ err }, 'a lookup was not added to the history'),
      );
      await within(MAX_DELAY_MS, written);
    };
  };
}

async function within(ms: number, done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
