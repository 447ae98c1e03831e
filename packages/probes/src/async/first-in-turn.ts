import { onAbort } from './signals.ts';

/** One of several ways to the same result. */
export interface Contender<T> {
  /** Milliseconds without success or failure after which the next one starts beside it. */
  readonly headStartMs: number;
  start(signal: AbortSignal): Promise<T>;
  /** Called when the head start ends without success or failure. */
  readonly onHeadStartOver?: () => void;
}

/**
 * Starts attempts one after another: the next one when the previous one fails or its head start is over. Earlier attempts
 * continue, so a slow one that succeeds takes no more than its own time. Null when no attempt is left; attempts are taken
 * from the iterable one at a time, so it may decide late.
 * @param signal the signal of all attempts: the caller fires it at the end to stop those that have lost
 * @param discard receives results that arrive after the first success
 * @throws the signal's reason when it fires
 */
export function firstInTurn<T>(
  attempts: Iterable<Contender<T>>,
  signal: AbortSignal,
  discard: (late: T) => void = () => {},
): Promise<T | null> {
  return new Promise((resolve, reject) =>
    new Race(attempts[Symbol.iterator](), { signal, discard, resolve, reject }).startNext(),
  );
}

interface RaceOptions<T> {
  readonly signal: AbortSignal;
  discard(late: T): void;
  resolve(winner: T | null): void;
  reject(error: unknown): void;
}

/** One object and one promise for all attempts: most questions to a resolver need only the first. */
class Race<T> {
  readonly #attempts: Iterator<Contender<T>>;
  readonly #options: RaceOptions<T>;
  #detach: () => void = () => {};
  #started = 0;
  #headStart: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(attempts: Iterator<Contender<T>>, options: RaceOptions<T>) {
    this.#attempts = attempts;
    this.#options = options;
    // It may call at once.
    this.#detach = onAbort(options.signal, () => this.#fail(options.signal.reason));
  }

  startNext(): void {
    if (this.#isOver) return;
    try {
      const next = this.#attempts.next();
      if (next.done === true) this.#succeed(null);
      else this.#start(next.value);
    } catch (error) {
      this.#fail(error);
    }
  }

  #start(attempt: Contender<T>): void {
    this.#started += 1;
    const number = this.#started;
    const started = attempt.start(this.#options.signal);
    this.#headStart = setTimeout(() => {
      attempt.onHeadStartOver?.();
      this.startNext();
    }, attempt.headStartMs);
    started.then(
      (value) => (this.#isOver ? this.#options.discard(value) : this.#succeed(value)),
      () => {
        // One that fails after its head start has been followed already.
        if (number !== this.#started) return;
        clearTimeout(this.#headStart);
        this.startNext();
      },
    );
  }

  #succeed(winner: T | null): void {
    this.#end();
    this.#options.resolve(winner);
  }

  #fail(error: unknown): void {
    this.#end();
    this.#options.reject(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#headStart);
    this.#detach();
    this.#attempts.return?.();
  }
}
