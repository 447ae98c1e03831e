import { randomUUID } from 'node:crypto';
import type { AnyTool, FailureCode, FailureReason } from '@sonde/contract';
import { onAbort } from '@sonde/probes';
import { safeParse } from 'zod/v4/core';
import { compiledSchema } from './compiled-schema.ts';
import type { HubFrame, Parameters } from './protocol.ts';
import type { JobNews } from './told.ts';

/** How a lookup at a place ended. */
export type PlaceOutcome =
  | { readonly state: 'answer'; readonly data: Readonly<Record<string, unknown>>; readonly measuredMs: number }
  | {
      readonly state: 'failure';
      readonly code: FailureCode;
      readonly reason: FailureReason | null;
      readonly measuredMs: number;
    }
  | { readonly state: 'offline' | 'busy' | 'needs-update' | 'not-from-here' | 'late' };

/** A lookup to be made at a place. */
export interface PlaceJob {
  readonly tool: AnyTool;
  /** As a client of the API would send it; checked by the hub, and again by the agent. */
  readonly query: Parameters;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Receives the parts of the answer, which fit the tool's schema. */
  readonly onPart?: (part: unknown) => void;
  /** Whether nobody waits for it: it leaves room for those who do. */
  readonly isBackground?: boolean;
}

export interface PlaceJobLimits {
  /** How many lookups one agent makes at once. */
  readonly jobs: number;
  readonly perMinute: number;
}

/** Time in addition to that of the lookup, for the way there and back. */
const WAY_MS = 2_000;
const MINUTE_MS = 60_000;
/** Lookups in the background find no room beyond this share of the limits. */
const BACKGROUND_SHARE = 0.5;
/** How long a job that was cancelled or late is remembered: frames about it are no fault. */
const ENDED_MS = 60_000;
const MAX_ENDED = 1_000;
/** The most parts that are passed on of one answer. */
const MAX_PARTS = 2_000;

interface Running {
  readonly job: PlaceJob;
  parts: number;
  end(outcome: PlaceOutcome): void;
}

export interface PlaceJobs {
  /** Asks the agent, and waits for the end of the job, at most until its deadline. Rejects with the reason of its signal. */
  ask(job: PlaceJob): Promise<PlaceOutcome>;
  /** Handles a frame about a job. Returns a description of a violation of the contract; null if there is none. */
  received(frame: JobNews): string | null;
  /** Ends all jobs: the agent is gone. */
  close(): void;
}

/** Node prepares random bytes for these in advance, which costs a tenth of asking the system for each. */
const newJobId = () => randomUUID().replaceAll('-', '');

/** The jobs of one connected agent. */
export function createPlaceJobs(
  send: (frame: HubFrame) => void,
  { jobs: most, perMinute }: PlaceJobLimits,
  now: () => number,
): PlaceJobs {
  const running = new Map<string, Running>();
  const ended = new Map<string, number>();
  let startedAt: number[] = [];

  function remember(id: string): void {
    ended.set(id, now() + ENDED_MS);
    for (const [old, untilMs] of ended) {
      if (untilMs > now() && ended.size <= MAX_ENDED) break;
      ended.delete(old);
    }
  }

  function hasRoom(isBackground: boolean): boolean {
    const sinceMs = now() - MINUTE_MS;
    if ((startedAt[0] ?? Infinity) <= sinceMs) startedAt = startedAt.filter((atMs) => atMs > sinceMs);
    const room = (limit: number) => (isBackground ? Math.ceil(limit * BACKGROUND_SHARE) : limit);
    return running.size < room(most) && startedAt.length < room(perMinute);
  }

  return {
    ask(job) {
      const { tool, query, deadlineMs, signal, onPart, isBackground = false } = job;
      if (signal.aborted) return Promise.reject(signal.reason);
      if (!hasRoom(isBackground)) return Promise.resolve({ state: 'busy' });
      startedAt.push(now());
      const id = newJobId();
      return new Promise<PlaceOutcome>((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          detach();
          running.delete(id);
        };
        const cancel = () => {
          stop();
          remember(id);
          send({ t: 'cancel', job: id });
        };
        const abort = () => {
          cancel();
          reject(signal.reason);
        };
        const timer = setTimeout(() => {
          cancel();
          resolve({ state: 'late' });
        }, deadlineMs + WAY_MS);
        // One call asks many places: the system warns of a leak at more than ten listeners.
        const detach = onAbort(signal, abort);
        running.set(id, {
          job,
          parts: 0,
          end(outcome) {
            stop();
            resolve(outcome);
          },
        });
        const frame = {
          t: 'job',
          job: id,
          tool: tool.id,
          query,
          deadlineMs,
          wantsParts: onPart !== undefined,
        } as const;
        send(isBackground ? { ...frame, isBackground } : frame);
      });
    },
    received(frame) {
      const one = running.get(frame.job);
      if (one === undefined) return ended.has(frame.job) ? null : 'It answered a job that it was not given.';
      if (frame.t === 'part') return passOn(one, frame.part);
      const outcome = outcomeOf(frame, one.job.tool);
      one.end(outcome ?? { state: 'failure', code: 'protocol', reason: null, measuredMs: 0 });
      return outcome === null ? `Its answer of ${one.job.tool.id} does not fit the contract.` : null;
    },
    close() {
      for (const { end } of [...running.values()]) end({ state: 'offline' });
    },
  };
}

function passOn(one: Running, received: unknown): string | null {
  const { tool, onPart } = one.job;
  one.parts += 1;
  if (onPart === undefined || one.parts > MAX_PARTS) return 'It sent parts that nobody asked for.';
  const part = tool.progress && safeParse(compiledSchema(tool.progress), received);
  if (part?.success !== true) return `A part of ${tool.id} does not fit the contract.`;
  onPart(part.data);
  return null;
}

/** Null if an answer does not fit the contract, or the failure is none of the tool’s. */
function outcomeOf(frame: Exclude<JobNews, { readonly t: 'part' }>, tool: AnyTool): PlaceOutcome | null {
  if (frame.t === 'busy') return { state: 'busy' };
  if (frame.t === 'gone') return { state: 'offline' };
  const { measuredMs } = frame;
  if (frame.t === 'failure') return { state: 'failure', code: frame.code, reason: frame.reason, measuredMs };
  const answer = safeParse(compiledSchema(tool.answer), frame.data);
  return answer.success ? { state: 'answer', data: answer.data, measuredMs } : null;
}
