import type { FailureReason } from '@sonde/contract/failure';
import { ZoneFailure } from '../net.ts';
import type { Settlement } from './reply-class.ts';

/** A slow start (RFC 5681 section 3.1): servers that are dead hold no more than this. */
const FIRST_WINDOW = 64;
const MIN_WINDOW = 16;
const MAX_WINDOW = 4000;
/**
 * A zone may have so many times as many questions in flight as there are free places (dynamic thresholds, Choudhury and
 * Hahne 1998). A single zone gets four fifths of the places, and five zones leave some for a sixth.
 */
const SHARE_OF_FREE = 4;
/** After so many failures in a row, with no answer for so long, the servers of the zone are considered dead. */
const FAILING_AFTER = 50;
const FAILING_MS = 1000;
/** Failures in a row after which losses say nothing about the path to the resolver any more. */
const DOUBTFUL_AFTER = 8;
/** How long that is remembered; RFC 9520 section 3.2 asks for one second at least and five minutes at most. */
const REMEMBER_MS = 5000;

/** When a question was asked first. */
export interface Asked {
  readonly askedAtMs: number;
  /** How many questions below the zone had been answered then. */
  readonly answersBefore: number;
}

/** Something that has questions about names below a zone. */
export interface Asker<Task> {
  /** The next one, or null when there is none now. */
  take(nowMs: number): Task | null;
  fail(reason: unknown): void;
}

/**
 * The share of the resolvers that names below one zone may use: the jobs of one search. Its own window adapts to the
 * servers of the zone, so that dead servers occupy a few places and not all. The window grows with each answer, doubling
 * with every round trip, and shrinks with each failure.
 */
export class ZoneShare<Task> {
  readonly name: string;
  readonly #jobs = new Set<Asker<Task>>();
  #window = FIRST_WINDOW;
  #failuresInARow = 0;
  #failure: ZoneFailure | null = null;
  #failedAtMs = -Infinity;
  /** Questions taken and not settled, including those that wait for being sent again. */
  outstanding = 0;
  /** Those of them that occupy a place of a resolver. */
  inFlight = 0;
  /** So far. A question remembers the number, to tell later whether others were answered meanwhile. */
  answers = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Its servers have answered lately, so a lost question was lost on the path to the resolver. */
  get isAnswering(): boolean {
    return this.answers > 0 && this.#failuresInARow < DOUBTFUL_AFTER;
  }

  /** True when it can be deleted. */
  get isIdle(): boolean {
    return this.#jobs.size === 0 && this.outstanding === 0 && this.failure === null;
  }

  /** Why its names are not asked about at the moment. */
  get failure(): ZoneFailure | null {
    return performance.now() - this.#failedAtMs < REMEMBER_MS ? this.#failure : null;
  }

  add(job: Asker<Task>): void {
    this.#jobs.add(job);
  }

  delete(job: Asker<Task>): void {
    this.#jobs.delete(job);
  }

  failAll(reason: unknown): void {
    for (const job of [...this.#jobs]) job.fail(reason);
  }

  /** The next question, from each job in turn; null when there is none, or its share of the `free` places is used up. */
  take(free: number, nowMs: number): Task | null {
    if (this.outstanding >= this.#window || (this.isAnswering && this.inFlight >= SHARE_OF_FREE * free)) return null;
    for (const job of this.#jobs) {
      const task = job.take(nowMs);
      if (task === null) continue;
      if (this.#jobs.size > 1 && this.#jobs.delete(job)) this.#jobs.add(job);
      return task;
    }
    return null;
  }

  /** Records the result of a question. */
  note(asked: Asked, settlement: Settlement): void {
    if (settlement.kind === 'failure') {
      this.#noteFailure(asked, settlement.reason);
      return;
    }
    if (settlement.kind === 'impossible') return;
    this.answers += 1;
    this.#failuresInARow = 0;
    if (this.#window < MAX_WINDOW) this.#window += 1;
  }

  #noteFailure({ askedAtMs, answersBefore }: Asked, reason: FailureReason): void {
    if (this.#window > MIN_WINDOW) this.#window -= 1;
    // When another question was answered meanwhile, the servers were alive.
    if (this.answers > answersBefore) return;
    this.#failuresInARow += 1;
    const nowMs = performance.now();
    if (this.#failuresInARow < FAILING_AFTER || nowMs - askedAtMs < FAILING_MS) return;
    this.#failure = new ZoneFailure(this.name, reason, this.#failuresInARow);
    this.#failedAtMs = nowMs;
    this.failAll(this.#failure);
  }
}
