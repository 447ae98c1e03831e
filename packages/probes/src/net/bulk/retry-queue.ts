/** A question that can be retried. */
export interface Retried {
  /** Failed replies so far: SERVFAIL, REFUSED. */
  setbacks: number;
  /** When it was sent; infinite while it is not in flight. */
  askedAtMs: number;
  /** Milliseconds spent waiting for answers before the last setback; they count when it is sent again. */
  waitedMs: number;
}

/** If one answer in six is a SERVFAIL, one name in 40,000 stays without an answer after this many. */
const MAX_SETBACKS = 6;
/** After this many failed retries, retrying continues only while most retries succeed: names may be broken permanently. */
const TRUSTED_RETRIES = 40;
/** A resolver that limits a rate needs a pause; longer each time, up to the maximum. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 400;

/** The questions of one job that had a setback, in the order in which they are sent again. */
export class RetryQueue<Question extends Retried> {
  readonly #waiting: { readonly question: Question; readonly notBeforeMs: number }[] = [];
  readonly #maxWaitMs: number;
  readonly #onDue: () => void;
  #timer: NodeJS.Timeout | null = null;
  #retries = 0;
  #failedRetries = 0;

  /** `onDue` is called when a question that `take` held back has waited long enough. */
  constructor(maxWaitMs: number, onDue: () => void) {
    this.#maxWaitMs = maxWaitMs;
    this.#onDue = onDue;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Adds a question that had a setback. Returns false when a retry is not worthwhile. */
  add(question: Question): boolean {
    if (question.setbacks > 0) this.#failedRetries += 1;
    question.setbacks += 1;
    const nowMs = performance.now();
    if (!this.#isWorthAsking(question, nowMs)) return false;
    // The clock of the question stops until it is sent again.
    question.waitedMs = nowMs - question.askedAtMs;
    question.askedAtMs = Infinity;
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (question.setbacks - 1));
    this.#waiting.push({ question, notBeforeMs: nowMs + delayMs });
    return true;
  }

  /** The oldest question, if it has waited long enough. */
  take(): Question | null {
    const [first] = this.#waiting;
    if (first === undefined) return null;
    const waitMs = first.notBeforeMs - performance.now();
    if (waitMs > 0) {
      this.#startTimer(waitMs);
      return null;
    }
    this.#waiting.shift();
    this.#retries += 1;
    return first.question;
  }

  /** Removes all questions and the timer. */
  clear(): void {
    this.#waiting.length = 0;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #startTimer(waitMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#onDue();
      // A timer counts whole milliseconds of an earlier clock: without the extra one it may fire too early.
    }, Math.ceil(waitMs) + 1);
  }

  #isWorthAsking({ setbacks, askedAtMs }: Question, nowMs: number): boolean {
    if (setbacks >= MAX_SETBACKS || nowMs - askedAtMs > this.#maxWaitMs) return false;
    return this.#failedRetries < TRUSTED_RETRIES || this.#failedRetries * 2 <= this.#retries;
  }
}
