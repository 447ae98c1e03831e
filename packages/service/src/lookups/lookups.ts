import { type AnyTool, failures, type ToolError } from '@sonde/contract';
import { translateFailure } from '@sonde/probes';
import { LRUCache } from 'lru-cache';
import { createLookupSlots, type LookupSlot, type LookupSlots } from '../capacity/lookup-slots.ts';
import { createRequestersByLookup, type Requesters, type RequestersByLookup } from '../capacity/requesters.ts';
import { createStartPacing } from '../capacity/start-pacing.ts';
import type { LookupRequest } from '../check/check-request.ts';
import type { SharedLookups } from '../stores/shared-lookups.ts';
import type { LookupQuery, Toolbox } from '../toolbox.ts';
import { answerBytes, entryBytes } from './answer-memory.ts';
import { answerFreshMs, failureFreshMs } from './freshness.ts';
import { createHeldResults } from './held-results.ts';
import { createLookupRecord } from './lookup-record.ts';
import {
  answerResult,
  type CachedResult,
  failureResult,
  type LookupResult,
  type Recorded,
  resultWith,
} from './lookup-result.ts';
import { createMeanDurations, type MeanDurations } from './mean-durations.ts';
import { type BegunWork, createSingleFlight, type Listen } from './single-flight.ts';

/** `fresh`: answered from the cache; `joined`: waited for a running lookup; `measured`: went to the network. */
export type LookupSource = 'fresh' | 'joined' | 'measured';

export interface LookupsOptions {
  readonly toolbox: Pick<Toolbox, 'tools' | 'measure'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Called once for every failure, however many callers wait for it. */
  readonly onFailure: (failure: ToolError, id: string) => void;
  /** Called with the duration of each measurement, including the wait for a slot. */
  readonly onMeasured?: (id: string, durationMs: number) => void;
  /** Lookups shared with other instances; null if there are none. */
  readonly shared?: SharedLookups | null;
}

/** Low, because starting a lookup with dozens of DNS queries takes milliseconds. */
const STARTS_PER_TURN = 2;
/** Larger answers are not cached, so that a few huge ones cannot evict all others. */
const LARGEST_CACHED_BYTES = 2 * 1024 * 1024;

export interface Lookups {
  /** The result of an equal query, while it is fresh. */
  cached(key: string): LookupResult | undefined;
  /** The latest results of a query on this instance, fresh or not, the newest first. */
  held(key: string): readonly LookupResult[];
  /** Holds a result that did not come from a measurement: a failed part of a report is kept with it. */
  hold(key: string, result: LookupResult): void;
  /** Whether a lookup of this query is running that can be joined. */
  isRunning(query: Pick<LookupQuery, 'key'>, wishes?: Recording): boolean;
  /**
   * Asks the other instances. True if one of them is measuring the query, or has just answered it; its answer is then in
   * the cache of this instance. Null if there are no other instances.
   */
  readonly askOthers: ((query: LookupQuery) => Promise<boolean>) | null;
  /**
   * Joins the running lookup of this query, or starts it. `listen` receives the parts of the answer as JSON text. Rejects
   * with the reason of the caller's signal if it is aborted before the lookup has ended.
   */
  lookUp(query: LookupQuery, caller: Caller): Promise<LookupResult>;
  /** The slots of each tool, by tool id. */
  readonly slots: ReadonlyMap<string, LookupSlots>;
  /** The mean duration of a tool's lookups, without their wait for a slot, in milliseconds; null before the first one. */
  meanDurationMs(tool: string): number | null;
}

/** A caller that waits for a lookup. */
export interface Caller {
  /** The network of the client, see `clientNetwork`. */
  readonly client: string;
  readonly signal: AbortSignal;
  readonly listen?: Listen<string>;
  /** Called when this call is the one for which the target is measured, and the measurement begins. */
  readonly onMeasure?: () => void;
  /** Default: none. */
  readonly wishes?: Wishes;
}

/** `wantsFresh`: a cached answer of another instance is not acceptable. */
type Wishes = Pick<LookupRequest, 'wantsFresh' | 'wantsEvidence' | 'wantsTiming' | 'avoidedResolvers'>;
const noWishes: Wishes = { wantsFresh: false, wantsEvidence: false, wantsTiming: false };

type Recording = Omit<Wishes, 'wantsFresh'>;

/** Whether the lookup must be recorded: evidence and timing exist only for lookups made with them. */
export const isRecorded = ({ wantsEvidence, wantsTiming }: Recording) => wantsEvidence || wantsTiming;

/** The state of one tool. */
interface ToolParts {
  readonly tool: AnyTool;
  readonly slots: LookupSlots;
  readonly requesters: RequestersByLookup;
}

interface Asked {
  readonly requesters: Requesters;
  readonly wishes: Wishes;
}

/** Whether it must be measured by this instance, by other resolvers than usual. */
const isOfOthers = ({ avoidedResolvers = [] }: Pick<Wishes, 'avoidedResolvers'>) => avoidedResolvers.length > 0;

function runningKey(
  { key }: Pick<LookupQuery, 'key'>,
  { wantsEvidence, wantsTiming, avoidedResolvers = [] }: Recording,
): string {
  const without = avoidedResolvers.length > 0 ? ` not by ${avoidedResolvers.join(' ')}` : '';
  return `${key}${wantsEvidence ? ' with evidence' : ''}${wantsTiming ? ' with timing' : ''}${without}`;
}

/** The keys of the lookups that record all that is wanted, and perhaps more, the most similar first. */
function joinableKeys(query: Pick<LookupQuery, 'key'>, wishes: Recording): readonly string[] {
  if (isOfOthers(wishes)) return [runningKey(query, wishes)];
  const { wantsEvidence, wantsTiming } = wishes;
  const wider = [
    { wantsEvidence, wantsTiming },
    { wantsEvidence, wantsTiming: true },
    { wantsEvidence: true, wantsTiming },
    { wantsEvidence: true, wantsTiming: true },
  ];
  return wider.map((recording) => runningKey(query, recording));
}

/** What a lookup found, and the recording that was made for those who wanted one. */
interface FoundResult {
  readonly result: LookupResult;
  readonly recorded: Recorded;
}

/** The result with that part of the recording that is wanted. */
function resultFor(recording: Recording, { result, recorded }: FoundResult): LookupResult {
  if (!isRecorded(recording)) return result;
  const { wantsEvidence, wantsTiming } = recording;
  const { evidence, timing } = recorded;
  return resultWith(result, {
    ...(wantsEvidence && evidence !== undefined && { evidence }),
    ...(wantsTiming && timing !== undefined && { timing }),
  });
}

type BegunLookup = Pick<BegunWork<FoundResult, string>, 'signal' | 'tell'> & { readonly onMeasure: () => void };

/** Answers from the cache while fresh; otherwise joins or starts the one measurement of the query. */
export function createLookups(options: LookupsOptions): Lookups {
  const { toolbox, now, shared = null } = options;
  const running = createSingleFlight<FoundResult, string>();
  const tools = new Map(
    Object.values(toolbox.tools).map((tool) => [
      tool.id,
      { tool, slots: createLookupSlots(tool.capacity, now), requesters: createRequestersByLookup() },
    ]),
  );
  const cache = createResultCache(now);
  const held = createHeldResults(now);
  const durations = createMeanDurations();
  const measure = createMeasure(options, durations);

  function partsOf({ id }: LookupQuery): ToolParts {
    const parts = tools.get(id);
    if (parts === undefined) throw new Error(`There is no tool ${id}.`);
    return parts;
  }

  function addToCache(key: string, { result, freshMs }: CachedResult): LookupResult {
    if (freshMs > 0) cache.set(key, result, { ttl: freshMs });
    if (result.code === null || freshMs > 0) held.add(key, result);
    return result;
  }

  /** Finds a result on this instance or another one. */
  async function find(query: LookupQuery, { requesters, wishes }: Asked, lookup: BegunLookup): Promise<FoundResult> {
    const tool = partsOf(query);
    if (isRecorded(wishes) || isOfOthers(wishes)) {
      const { recorded, ...measured } = await measure(query, tool, requesters, lookup, wishes);
      return { result: addToCache(query.key, measured), recorded };
    }
    const found =
      shared === null
        ? measure(query, tool, requesters, lookup)
        : shared.lookUp({ query, wantsFresh: wishes.wantsFresh }, lookup.signal, lookup.tell, (tellAll) =>
            measure(query, tool, requesters, { ...lookup, tell: tellAll }),
          );
    return { result: addToCache(query.key, await found), recorded: {} };
  }

  return {
    cached: (key) => cache.get(key),
    held(key) {
      const cached = cache.get(key);
      const latest = held.of(key);
      // Some answers stay fresh for longer than they are held.
      return cached === undefined || latest.includes(cached) ? latest : [cached, ...latest];
    },
    hold: held.add,
    isRunning: (query, wishes = noWishes) => joinableKeys(query, wishes).some(running.isRunning),
    askOthers:
      shared &&
      (async (query) => {
        const { cached, isRunning } = await shared.look(query);
        if (cached !== null) addToCache(query.key, cached);
        return cached !== null || isRunning;
      }),
    async lookUp(query, { client, signal, listen, wishes = noWishes, onMeasure = () => {} }) {
      const key = joinableKeys(query, wishes).find(running.isRunning) ?? runningKey(query, wishes);
      signal.throwIfAborted();
      const { requesters, leave } = partsOf(query).requesters.join(client, key);
      try {
        if (!running.isRunning(key)) {
          const lookup = running.begin(key);
          lookup.finishWith(find(query, { requesters, wishes }, { ...lookup, onMeasure }));
        }
        return resultFor(wishes, await running.join(key, signal, listen));
      } finally {
        leave();
      }
    },
    slots: new Map([...tools].map(([id, { slots }]) => [id, slots])),
    meanDurationMs: durations.of,
  };
}

type Measure = (
  query: LookupQuery,
  tool: ToolParts,
  requesters: Requesters,
  lookup: BegunLookup,
  wishes?: Wishes,
) => Promise<CachedResult & { readonly recorded: Recorded }>;

/** Measures in a slot of the tool; a failure is returned as a result, too. */
function createMeasure(
  { toolbox, now, onFailure, onMeasured = () => {} }: LookupsOptions,
  durations: MeanDurations,
): Measure {
  const waitForStart = createStartPacing(STARTS_PER_TURN);
  return async function measure(query, { tool, slots }, requesters, { signal, tell, onMeasure }, wishes = noWishes) {
    const startedAtMs = now();
    const record = isRecorded(wishes) ? createLookupRecord(wishes) : null;
    const asked = new Set<string>();
    let slot: LookupSlot | undefined;
    let hasSlotSinceMs = startedAtMs;
    try {
      slot = await slots.enter({ requesters, target: String(query.query[tool.target]) }, signal);
      hasSlotSinceMs = now();
      await waitForStart();
      slot.signal.throwIfAborted();
      onMeasure();
      const report = (progress: unknown) => tell(JSON.stringify(progress));
      const resolvers = {
        avoided: wishes.avoidedResolvers ?? [],
        note: (resolver: string) => void asked.add(resolver),
      };
      const measurement = { signal: slot.signal, report, share: requesters.runningShare, owner: requesters, resolvers };
      const data = await toolbox.measure(
        query,
        record === null ? measurement : { ...measurement, recorder: record.begin() },
      );
      record?.answered();
      const result = askedOf(answerResult(data), asked);
      return { result, freshMs: answerFreshMs(tool, data), recorded: record?.finish() ?? {} };
    } catch (error) {
      signal.throwIfAborted();
      const failure = translateFailure(error);
      onFailure(failure, tool.id);
      record?.answered();
      const result = askedOf(failureResult(failure, checkedAtOf(failure)), asked);
      return { result, freshMs: failureFreshMs(tool, failure.code), recorded: record?.finish() ?? {} };
    } finally {
      if (slot !== undefined) durations.add(tool.id, now() - hasSlotSinceMs);
      slot?.leave();
      onMeasured(tool.id, now() - startedAtMs);
    }
  };
}

const askedOf = (result: LookupResult, asked: ReadonlySet<string>): LookupResult =>
  asked.size === 0 ? result : { ...result, resolvers: [...asked] };

function createResultCache(now: () => number): LRUCache<string, LookupResult> {
  return new LRUCache({
    maxSize: answerBytes(),
    maxEntrySize: LARGEST_CACHED_BYTES,
    sizeCalculation: ({ body }, key) => entryBytes(key, [body]),
    perf: { now },
    ttlResolution: 0,
  });
}

/** Null for refusals, which are not measurements: they do not depend on what a lookup would find. */
function checkedAtOf({ code }: ToolError): string | null {
  return failures[code].blame === 'caller' ? null : new Date().toISOString();
}
