import { type AnyTool, answerEnvelope, type FailureCode, failures, type Gap, type ToolError } from '@sonde/contract';
import { translateFailure } from '@sonde/probes';
import { LRUCache } from 'lru-cache';
import { type Claim, createClaims } from '../limits/claims.ts';
import { createLookupPlaces, type LookupPlaces } from '../limits/lookup-places.ts';
import { createPace } from '../limits/pace.ts';
import type { Question, Toolbox } from '../toolbox.ts';
import { failureOutcome, type Outcome } from './outcome.ts';
import type { Kept, SharedLookups } from './shared-lookups.ts';
import { createSingleFlight, type Listen } from './single-flight.ts';

/** `fresh`: answered from memory; `joined`: waited for a lookup under way; `measured`: asked the network. */
export type LookupSource = 'fresh' | 'joined' | 'measured';

export interface LookupOptions {
  readonly toolbox: Pick<Toolbox, 'tools' | 'measure'>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Told of every failure once, however many wait for it. */
  readonly onFailure: (failure: ToolError, id: string) => void;
  /** Told how long each measurement took, the wait for a place included. */
  readonly onMeasured?: (id: string, durationMs: number) => void;
  /** What other servers know; null when there are none. */
  readonly shared?: SharedLookups | null;
}

/** A failed lookup asked again within this time costs the target and its name servers nothing. */
const FAILURE_FRESH_MS = 10_000;
/** An answer with gaps may be whole a little later: it stands not as long as a whole one, nor past the time to come back. */
const GAPS_FRESH_MS = 60_000;
/** The beginning of a lookup, with dozens of questions, takes milliseconds. */
const BEGUN_PER_TURN = 2;
const CACHE_BYTES = 64 * 1024 * 1024;
/** What an entry takes besides its texts. */
const ENTRY_BYTES = 512;
/** A single answer above this is not kept, so that a few huge ones cannot push out all others. */
const LARGEST_KEPT_BYTES = 1024 * 1024;

/** These say something about us or the caller, not about the target: the next call may end otherwise. */
const NEVER_KEPT: ReadonlySet<FailureCode> = new Set(['internal', 'busy', 'rate-limited', 'invalid-input']);

export interface Lookups {
  /** The answer to an equal question, while it is fresh. */
  kept(key: string): Outcome | undefined;
  isUnderWay(key: string): boolean;
  /**
   * Asks what the other servers know: true when one of them measures the question, or has just answered it; such an
   * answer is kept here from then on. Null when there are none.
   */
  readonly inquire: ((question: Question) => Promise<boolean>) | null;
  /**
   * Joins the lookup under way for this question, or starts it. `listen` is told the parts of the answer, as JSON text.
   * Rejects with the reason of the asker's signal when that fires before the lookup has ended.
   */
  find(question: Question, asker: Asker): Promise<Outcome>;
  /** The places of each tool. */
  readonly places: ReadonlyMap<string, LookupPlaces>;
}

/** Who waits for a lookup. */
export interface Asker {
  /** By the name of its network, see `clientOf`. */
  readonly client: string;
  readonly signal: AbortSignal;
  readonly listen?: Listen<string>;
  /** True when an answer that another server has kept will not do. */
  readonly wantsFresh?: boolean;
}

/** A lookup under way in this process, for whomever. */
interface Work {
  readonly question: Question;
  readonly claim: Claim;
  readonly wantsFresh: boolean;
}

/** Answers from memory while fresh, else joins or starts the one measurement of the question. */
export function createLookups(options: LookupOptions): Lookups {
  const { toolbox, now, onFailure, onMeasured = () => {}, shared = null } = options;
  const pace = createPace(BEGUN_PER_TURN);
  const flights = createSingleFlight<Outcome, string>();
  const works = new Map(Object.values(toolbox.tools).map((tool) => [tool.id, partsOf(tool)]));
  const fresh = new LRUCache<string, Outcome>({
    maxSize: CACHE_BYTES,
    maxEntrySize: LARGEST_KEPT_BYTES,
    sizeCalculation: ({ body }, key) => Buffer.byteLength(body) + Buffer.byteLength(key) + ENTRY_BYTES,
    perf: { now },
    ttlResolution: 0,
  });

  function keep(key: string, { outcome, freshMs }: Kept): Outcome {
    if (freshMs > 0) fresh.set(key, outcome, { ttl: freshMs });
    return outcome;
  }

  async function measure(
    { question, claim }: Pick<Work, 'question' | 'claim'>,
    signal: AbortSignal,
    tell: Listen<string>,
  ): Promise<Kept> {
    const { id, query } = question;
    const startedAtMs = now();
    try {
      const { tool, places } = works.get(id) ?? unknownTool(id);
      const report = (progress: unknown) => tell(JSON.stringify(progress));
      const asked = { claim, target: String(query[tool.target]) };
      const data = await places.pass(asked, signal, async (until) => {
        await pace();
        until.throwIfAborted();
        return toolbox.measure(question, { signal: until, report, share: claim.runningShare });
      });
      return { outcome: answerOutcome(data), freshMs: answerFreshMs(tool, data) };
    } catch (error) {
      signal.throwIfAborted();
      const failure = translateFailure(error);
      onFailure(failure, id);
      return {
        outcome: failureOutcome(failure, checkedAtOf(failure)),
        freshMs: failureFreshMs(failure.code, works.get(id)?.tool),
      };
    } finally {
      onMeasured(id, now() - startedAtMs);
    }
  }

  async function lookUp(work: Work, signal: AbortSignal, tell: Listen<string>): Promise<Outcome> {
    const kept =
      shared === null
        ? await measure(work, signal, tell)
        : await shared.find(work, signal, tell, (tellAll) => measure(work, signal, tellAll));
    return keep(work.question.key, kept);
  }

  async function inquire(question: Question, others: SharedLookups): Promise<boolean> {
    const { kept, isUnderWay } = await others.inquire(question);
    if (kept !== null) keep(question.key, kept);
    return kept !== null || isUnderWay;
  }

  return {
    kept: (key) => fresh.get(key),
    isUnderWay: flights.isUnderWay,
    inquire: shared && ((question) => inquire(question, shared)),
    find: (question, { client, signal, listen, wantsFresh = false }) =>
      (works.get(question.id) ?? unknownTool(question.id)).claims.onBehalfOf(client, question.key, (claim) =>
        flights.join(
          question.key,
          signal,
          (flight, tell) => lookUp({ question, claim, wantsFresh }, flight, tell),
          listen,
        ),
      ),
    places: new Map([...works].map(([id, { places }]) => [id, places])),
  };
}

function answerFreshMs(tool: AnyTool, data: { readonly gaps?: readonly Gap[] }): number {
  const freshMs = Math.floor(tool.freshMs(data));
  const { gaps = [] } = data;
  if (gaps.length === 0) return freshMs;
  const comeBackMs = gaps.map(({ retryAfterSeconds = GAPS_FRESH_MS / 1000 }) => retryAfterSeconds * 1000);
  return Math.min(freshMs, GAPS_FRESH_MS, ...comeBackMs);
}

/** A refusal is no measurement: it says the same whatever was found. */
function checkedAtOf({ code }: ToolError): string | null {
  return failures[code].blame === 'caller' ? null : new Date().toISOString();
}

function failureFreshMs(code: FailureCode, tool: AnyTool | undefined): number {
  if (NEVER_KEPT.has(code)) return 0;
  return (code === 'not-found' ? tool?.notFoundFreshMs : undefined) ?? FAILURE_FRESH_MS;
}

function partsOf(tool: AnyTool) {
  return { tool, places: createLookupPlaces(tool.capacity), claims: createClaims() };
}

function answerOutcome(data: object): Outcome {
  return { status: 200, body: JSON.stringify(answerEnvelope(data)), code: null, retryAfterSeconds: null };
}

function unknownTool(id: string): never {
  throw new Error(`There is no tool ${id}.`);
}
