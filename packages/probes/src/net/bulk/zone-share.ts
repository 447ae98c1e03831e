import type { FailureReason } from '@sonde/contract/failure';
import { ZoneFailure } from '../net.ts';
import type { Settlement } from './reply-class.ts';

/** A slow start (RFC 5681 section 3.1): dead servers never hold more slots than this. */
const FIRST_WINDOW = 64;
const MIN_WINDOW = 16;
const MAX_WINDOW = 4000;
/**
 * A zone may have this many times as many questions in flight as there are free slots (dynamic thresholds, Choudhury and
 * Hahne 1998). A single zone gets four fifths of the slots, and five zones leave some for a sixth.
 */
const SHARE_OF_FREE = 4;
/** After this many failures in a row, and this long without an answer, the servers of the zone are considered dead. */
const FAILING_AFTER = 50;
const FAILING_MS = 1000;
/** After this many failures in a row, losses reveal nothing about the path to the resolver. */
const DOUBTFUL_AFTER = 8;
/** How long a dead zone is remembered; RFC 9520 section 3.2 requires at least one second and at most five minutes. */
const REMEMBER_MS = 5000;

/** State of a question when it was first sent. */
export interface SentState {
  readonly askedAtMs: number;
  /** How many questions below the zone had been answered by then. */
  readonly answersBefore: number;
}

/** A source of questions about names below a zone. */
export interface BulkSource<Task> {
  /** True: its questions precede those of all others below the zone. */
  readonly isUrgent: boolean;
  /** The next question, or null if there is none at the moment. */
  take(nowMs: number): Task | null;
  fail(reason: unknown): void;
}

/**
 * How much of the resolvers' capacity names below one zone may use: the jobs of one search. Its own window adapts to the
 * servers of the zone, so that dead servers hold a few slots and not all. The window grows with each answer, doubling
 * every round trip, and shrinks with each failure.
 */
export class ZoneShare<Task> {
  readonly name: string;
  readonly #jobs = { urgent: new Set<BulkSource<Task>>(), usual: new Set<BulkSource<Task>>() };
  #window = FIRST_WINDOW;
  #failuresInARow = 0;
  #failure: ZoneFailure | null = null;
  #failedAtMs = -Infinity;
  /** Questions taken and not yet settled, including those that wait for retransmission. */
  outstanding = 0;
  /** Of those, the questions that hold a slot of a resolver. */
  inFlight = 0;
  /** Answers so far. Comparing the count from when a question was sent tells whether others were answered meanwhile. */
  answers = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** True when the zone's servers have answered lately, so that a lost question was lost on the path to the resolver. */
  get isAnswering(): boolean {
    return this.answers > 0 && this.#failuresInARow < DOUBTFUL_AFTER;
  }

  /** True when it can be deleted. */
  get isIdle(): boolean {
    return this.#jobs.urgent.size + this.#jobs.usual.size === 0 && this.outstanding === 0 && this.failure === null;
  }

  /** Why names below the zone are not asked about at the moment; null if they are. */
  get failure(): ZoneFailure | null {
    return performance.now() - this.#failedAtMs < REMEMBER_MS ? this.#failure : null;
  }

  add(job: BulkSource<Task>): void {
    this.#queueOf(job).add(job);
  }

  delete(job: BulkSource<Task>): void {
    this.#queueOf(job).delete(job);
  }

  #queueOf({ isUrgent }: BulkSource<Task>): Set<BulkSource<Task>> {
    return isUrgent ? this.#jobs.urgent : this.#jobs.usual;
  }

  failAll(reason: unknown): void {
    for (const job of [...this.#jobs.urgent, ...this.#jobs.usual]) job.fail(reason);
  }

  /** The next question, from each job in turn, urgent ones first; null if there is none, or the zone's share of the `free` slots is used up. */
  take(free: number, nowMs: number): Task | null {
    if (this.outstanding >= this.#window || (this.isAnswering && this.inFlight >= SHARE_OF_FREE * free)) return null;
    return firstOf(this.#jobs.urgent, nowMs) ?? firstOf(this.#jobs.usual, nowMs);
  }

  /** Records the result of a question. */
  note(asked: SentState, settlement: Settlement): void {
    if (settlement.kind === 'failure') {
      this.#noteFailure(asked, settlement.reason);
      return;
    }
    if (settlement.kind === 'impossible') return;
    this.answers += 1;
    this.#failuresInARow = 0;
    if (this.#window < MAX_WINDOW) this.#window += 1;
  }

  #noteFailure({ askedAtMs, answersBefore }: SentState, reason: FailureReason): void {
    if (this.#window > MIN_WINDOW) this.#window -= 1;
    // If another question was answered meanwhile, the servers were alive.
    if (this.answers > answersBefore) return;
    this.#failuresInARow += 1;
    const nowMs = performance.now();
    if (this.#failuresInARow < FAILING_AFTER || nowMs - askedAtMs < FAILING_MS) return;
    this.#failure = new ZoneFailure(this.name, reason, this.#failuresInARow);
    this.#failedAtMs = nowMs;
    this.failAll(this.#failure);
  }
}

/** The job that has given a question goes to the end of the queue. */
function firstOf<Task>(queue: Set<BulkSource<Task>>, nowMs: number): Task | null {
  for (const job of queue) {
    const task = job.take(nowMs);
    if (task === null) continue;
    if (queue.size > 1 && queue.delete(job)) queue.add(job);
    return task;
  }
  return null;
}
