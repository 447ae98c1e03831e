import type { WorkBudget } from '../../work/work-budget.ts';
import type { BulkAnswer, BulkFailure, BulkQuestion, BulkReport } from '../net.ts';
import type { TappedExchange, WireTap } from '../recording/wire-tap.ts';
import { createTemplate, type QuestionTemplate } from './question-template.ts';
import type { SendResult, Trial } from './rate-control.ts';
import { type Settlement, timedOut } from './reply-class.ts';
import { type Retried, RetryQueue } from './retry-queue.ts';
import type { SentState, ZoneShare } from './zone-share.ts';

/** One question of a job, with the state of its transmissions. */
export interface Task extends SentState, Retried {
  readonly job: Job;
  readonly prefix: string;
  /** When a transport first sent it; infinite before that, and while it waits to be retried. */
  askedAtMs: number;
  answersBefore: number;
  /** The trial that counts the last transmission, and the result counted there. */
  trial: Trial | null;
  result: SendResult | null;
  /** The recording of the lookup, from the first transmission to the settlement. */
  recorded: TappedExchange | undefined;
}

/** With this many unread answers, no further questions are asked, so that a slow reader does not fill the memory. */
const MAX_UNREAD = 4096;
/** Most answers say that a name does not exist; their number is reported in steps. */
const COUNT_STEP = 500;
/** Milliseconds; resolvers give up on a name server sooner. */
export const QUESTION_TIMEOUT_MS = 8000;

/** The lookup that asks: its recording and its limits, if any. */
export interface JobLookup {
  readonly tap?: WireTap | undefined;
  readonly budget?: WorkBudget | undefined;
}

/**
 * The questions of one `askMany` call, taken one at a time as channels have room, and their results. An async iterator:
 * leaving the loop ends the job.
 */
export class Job implements AsyncIterator<BulkReport> {
  readonly zone: ZoneShare<Task>;
  /** Records the lookup. */
  readonly tap: WireTap | undefined;
  readonly #question: BulkQuestion;
  readonly #budget: WorkBudget | undefined;
  readonly #prefixes: Iterator<string>;
  readonly #again: Task[] = [];
  /** Questions that had a setback; they are asked again after all others. */
  readonly #retries = new RetryQueue<Task>(QUESTION_TIMEOUT_MS, () => this.#onRoom());
  readonly #onEnd: (job: Job) => void;
  #answers: BulkAnswer[] = [];
  #failures: BulkFailure[] = [];
  #settled = 0;
  #reported = 0;
  #outstanding = 0;
  #isDrained = false;
  #error: { readonly reason: unknown } | null = null;
  /** Why some questions were not asked; thrown after the results of the others. */
  #refusal: Error | null = null;
  #isWaking = false;
  #reader: (() => void) | null = null;
  #onRoom: () => void = () => {};
  readonly #templates = new Map<boolean, QuestionTemplate>();

  constructor(question: BulkQuestion, zone: ZoneShare<Task>, onEnd: (job: Job) => void, of: JobLookup = {}) {
    this.zone = zone;
    this.tap = of.tap;
    this.#budget = of.budget;
    this.#question = question;
    this.#prefixes = question.prefixes[Symbol.iterator]();
    const detach = question.permits?.onChange(() => this.#onPermits());
    this.#onEnd = (job) => {
      detach?.();
      this.#retries.clear();
      onEnd(job);
    };
  }

  get isUrgent(): boolean {
    return this.#question.isUrgent ?? false;
  }

  get isOver(): boolean {
    return this.#error !== null || (this.#isDrained && this.#outstanding === 0 && this.#left === 0);
  }

  /** Number of questions to retry. */
  get #left(): number {
    return this.#again.length + this.#retries.length;
  }

  set onRoom(listener: () => void) {
    this.#onRoom = listener;
  }

  templateFor(hasEdns: boolean): QuestionTemplate {
    const known = this.#templates.get(hasEdns);
    if (known !== undefined) return known;
    const made = createTemplate(this.#question.zone, this.#question.type, hasEdns);
    this.#templates.set(hasEdns, made);
    return made;
  }

  /** The next question to ask, or null if there is none at the moment. */
  take(nowMs: number): Task | null {
    if (this.#error !== null || this.#answers.length >= MAX_UNREAD) return null;
    const task = this.#again.pop() ?? this.#nextTask() ?? this.#retries.take();
    if (task === null) return null;
    if (this.#question.permits?.take() === false) {
      this.#again.push(task);
      this.#stopIfRefused();
      return null;
    }
    if (!this.#mayAsk(task)) return null;
    if (task.askedAtMs === Infinity) {
      task.askedAtMs = nowMs - task.waitedMs;
      task.answersBefore = this.zone.answers;
    }
    this.#count(1);
    return task;
  }

  /** Counts the question for the lookup. If its limit is reached, nothing more is asked. */
  #mayAsk(task: Task): boolean {
    try {
      if (task.askedAtMs === Infinity) this.#budget?.spend('questions');
      this.#budget?.spend('packets');
      return true;
    } catch (error) {
      this.#again.push(task);
      this.#endWith(error as Error);
      return false;
    }
  }

  #nextTask(): Task | null {
    if (this.#isDrained) return null;
    const next = this.#prefixes.next();
    if (next.done !== true) return newTask(this, next.value);
    this.#isDrained = true;
    this.#wakeIfOver();
    return null;
  }

  #onPermits(): void {
    this.#stopIfRefused();
    if (!this.isOver) this.#onRoom();
  }

  /** Asks nothing more, but waits for the questions in flight. */
  #stopIfRefused(): void {
    const refusal = this.#question.permits?.refusal ?? null;
    if (refusal === null || this.isOver) return;
    // If the last question is already in flight, nothing was left out.
    if (this.#left === 0 && this.#nextTask() === null) return;
    this.#endWith(refusal);
  }

  #endWith(refusal: Error): void {
    this.#refusal = refusal;
    this.#isDrained = true;
    this.#again.length = 0;
    this.#retries.clear();
    this.#wakeIfOver();
  }

  /** Takes back a question whose channel closed before a reply came. */
  putBack(task: Task): void {
    this.#endRecord(task);
    if (performance.now() - task.askedAtMs > QUESTION_TIMEOUT_MS) this.settle(task, timedOut);
    else this.#askAgain(task);
  }

  settle(task: Task, settlement: Settlement): void {
    this.#endRecord(task);
    if (this.#error === null) this.zone.note(task, settlement);
    if (settlement.kind === 'failure' && settlement.reason !== 'timeout') {
      if (this.#error === null && this.#retries.add(task)) {
        this.#count(-1);
        this.#stopIfRefused();
        return;
      }
    }
    this.#count(-1);
    if (this.#error !== null) return;
    this.#settled += 1;
    if (settlement.kind === 'answer') {
      this.#answers.push({ prefix: task.prefix, message: settlement.message });
      this.#wake();
    } else if (settlement.kind === 'failure') {
      this.#failures.push({ prefix: task.prefix, reason: settlement.reason });
      this.#wake();
    } else if (this.#settled - this.#reported >= COUNT_STEP) {
      this.#wake();
    }
    this.#wakeIfOver();
  }

  /** Ends the recorded exchange: asking again starts another one. */
  #endRecord(task: Task): void {
    task.recorded?.end();
    task.recorded = undefined;
  }

  #askAgain(task: Task): void {
    this.#count(-1);
    if (this.#error === null) this.#again.push(task);
    this.#stopIfRefused();
  }

  #count(change: 1 | -1): void {
    this.#outstanding += change;
    this.zone.outstanding += change;
  }

  fail(reason: unknown): void {
    if (this.isOver) return;
    this.#error = { reason };
    this.#onEnd(this);
    this.#reader?.();
  }

  async next(): Promise<IteratorResult<BulkReport, undefined>> {
    for (;;) {
      if (this.#error !== null) return this.#endWithError(this.#error.reason);
      const wasFull = this.#answers.length >= MAX_UNREAD;
      const report = this.#report();
      if (wasFull) this.#onRoom();
      if (report !== null) return { done: false, value: report };
      if (this.isOver && this.#refusal !== null) throw this.#refusal;
      if (this.isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#reader = resolve;
      });
      this.#reader = null;
    }
  }

  async return(): Promise<IteratorResult<BulkReport, undefined>> {
    this.fail(new DOMException('the reader has left the loop', 'AbortError'));
    return { done: true, value: undefined };
  }

  /** Reports the final count, and then fails. */
  #endWithError(reason: unknown): IteratorResult<BulkReport, undefined> {
    if (this.#settled === this.#reported) throw reason;
    this.#reported = this.#settled;
    return { done: false, value: { answers: [], failures: [], settled: this.#settled } };
  }

  /** The results since the last report, or null if there are none. The last report always has the final count. */
  #report(): BulkReport | null {
    const isNews =
      this.#answers.length > 0 || this.#failures.length > 0 || this.#settled - this.#reported >= COUNT_STEP;
    if (!isNews && !(this.isOver && this.#settled > this.#reported)) return null;
    const report = { answers: this.#answers, failures: this.#failures, settled: this.#settled };
    this.#answers = [];
    this.#failures = [];
    this.#reported = this.#settled;
    return report;
  }

  /** Wakes the reader once for everything that arrives in one turn of the event loop. */
  #wake(): void {
    if (this.#isWaking || this.#reader === null) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.#reader?.();
    });
  }

  #wakeIfOver(): void {
    if (!this.isOver) return;
    this.#onEnd(this);
    this.#reader?.();
  }
}

function newTask(job: Job, prefix: string): Task {
  const unasked = { askedAtMs: Infinity, answersBefore: 0, waitedMs: 0, trial: null, result: null };
  return { job, prefix, setbacks: 0, ...unasked, recorded: undefined };
}
