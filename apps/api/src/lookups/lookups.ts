import {
  type AnyTool,
  answerEnvelope,
  type FailureCode,
  failureEnvelope,
  failures,
  type ToolError,
  tools,
} from '@sonde/contract';
import { type CheckedQuery, translateFailure } from '@sonde/probes';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from './single-flight.ts';

/** How a lookup ended, ready to be sent. */
export interface Outcome {
  readonly status: number;
  /** JSON text of the envelope. */
  readonly body: string;
  readonly retryAfterSeconds: number | null;
}

/** `fresh`: answered from memory; `joined`: waited for a lookup under way; `measured`: asked the network. */
export type LookupSource = 'fresh' | 'joined' | 'measured';

export type Measure = (checked: CheckedQuery, signal: AbortSignal) => Promise<object>;

export interface LookupOptions {
  readonly measure: Measure;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Told of every failure once, however many wait for it. */
  readonly onFailure: (failure: ToolError, id: string) => void;
}

/** A failed lookup asked again within this time costs the target and its name servers nothing. */
const FAILURE_FRESH_MS = 10_000;
const CACHE_BYTES = 64 * 1024 * 1024;
/** A single answer above this is not kept, so that a few huge ones cannot push out all others. */
const LARGEST_KEPT_BYTES = 1024 * 1024;

/** These say something about us or the caller, not about the target: the next call may end otherwise. */
const NEVER_KEPT: ReadonlySet<FailureCode> = new Set(['internal', 'busy', 'rate-limited', 'invalid-input']);

/** Answers from memory while fresh, else joins or starts the one measurement of the question. */
export function createLookups({ measure, now, onFailure }: LookupOptions) {
  const flights = createSingleFlight<Outcome>();
  const fresh = new LRUCache<string, Outcome>({
    maxSize: CACHE_BYTES,
    maxEntrySize: LARGEST_KEPT_BYTES,
    sizeCalculation: ({ body }, key) => Buffer.byteLength(body) + Buffer.byteLength(key),
    perf: { now },
    ttlResolution: 0,
  });

  function keep(key: string, outcome: Outcome, ttl: number): Outcome {
    if (ttl > 0) fresh.set(key, outcome, { ttl });
    return outcome;
  }

  async function lookUp(checked: CheckedQuery, signal: AbortSignal): Promise<Outcome> {
    const tool: AnyTool = tools[checked.id];
    try {
      const data = await measure(checked, signal);
      const outcome = { status: 200, body: JSON.stringify(answerEnvelope(data)), retryAfterSeconds: null };
      return keep(checked.key, outcome, Math.floor(tool.freshMs(data)));
    } catch (error) {
      signal.throwIfAborted();
      const failure = translateFailure(error);
      onFailure(failure, checked.id);
      return keep(checked.key, failureOutcome(failure), NEVER_KEPT.has(failure.code) ? 0 : FAILURE_FRESH_MS);
    }
  }

  return {
    /** Rejects with the reason of `signal` when that fires before the lookup has ended. */
    async find(checked: CheckedQuery, signal: AbortSignal): Promise<{ outcome: Outcome; source: LookupSource }> {
      const kept = fresh.get(checked.key);
      if (kept !== undefined) return { outcome: kept, source: 'fresh' };
      const source = flights.isUnderWay(checked.key) ? 'joined' : 'measured';
      const outcome = await flights.join(checked.key, signal, (flight) => lookUp(checked, flight));
      return { outcome, source };
    },
  };
}

export type Lookups = ReturnType<typeof createLookups>;

export function failureOutcome(failure: ToolError): Outcome {
  return {
    status: failures[failure.code].status,
    body: JSON.stringify(failureEnvelope(failure)),
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}
