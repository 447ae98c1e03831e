import type { FailureCode } from '@sonde/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { HistoryWriter } from './history.ts';
import type { Visitors } from './visitors.ts';

/** Writes down how a lookup ended. Never fails, and never keeps a visitor long. */
export type NoteLookup = (failure: FailureCode | null) => Promise<void>;

/** What notes a lookup for the person who makes it; null for a visitor who is not signed in. */
export type NoteFor = (request: FastifyRequest, tool: string, target: string) => NoteLookup | null;

/** The answer waits so long for its note: a store that hangs must not take the tools along. */
const PATIENCE_MS = 1_000;

export interface LookupNotesOptions {
  readonly visitors: Visitors;
  readonly history: HistoryWriter;
  readonly log: FastifyBaseLogger;
}

export function createLookupNotes({ visitors, history, log }: LookupNotesOptions): NoteFor {
  return (request, tool, target) => {
    if (!visitors.mayBeSignedIn(request)) return null;
    async function write(failure: FailureCode | null): Promise<void> {
      const person = await visitors.of(request);
      if (person !== null) await history.add(person.owner, { tool, target, failure });
    }
    return async (failure) => {
      const written = write(failure).catch((err: unknown) => log.error({ err }, 'a lookup was not noted'));
      await within(PATIENCE_MS, written);
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
