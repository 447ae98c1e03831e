/** Measures how long offers to one server take, to tell whether it handles one client at a time. */
export interface Pace {
  note(tookMs: number): void;
  /** True when offers wait for one another, so that sending several at once gains nothing. */
  isSerial(): boolean;
  /** True when that is beyond doubt and slow enough for a visitor to notice. */
  isClearlySerial(): boolean;
  /** Starts over, after the way of sending offers has changed. */
  forget(): void;
}

/** Offers wait for one another when the median of the latest took this many times as long as the fastest. */
const FACTOR = 3;
const WINDOW = 16;
/** Beyond doubt: after this many offers, when the median took this many milliseconds longer. */
const MIN_OFFERS = 8;
const MIN_EXCESS_MS = 200;

export function createPace(): Pace {
  const tookMs: number[] = [];
  const fastest = () => Math.min(...tookMs);
  const median = () => {
    const sorted = tookMs.slice(-WINDOW).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  const isSerial = () => median() > FACTOR * fastest();
  return {
    note: (ms) => void tookMs.push(ms),
    isSerial,
    isClearlySerial: () => tookMs.length >= MIN_OFFERS && isSerial() && median() > fastest() + MIN_EXCESS_MS,
    forget: () => void tookMs.splice(0),
  };
}
