/** How long the offers to one server take, from which follows whether it handles one client after the other. */
export interface Pace {
  note(tookMs: number): void;
  /** Offers wait for one another, so that several at the same time gain nothing. */
  isSerial(): boolean;
  /** The same beyond doubt, and so that a visitor notices. */
  isClearlySerial(): boolean;
  /** Starts anew, after the way of asking has changed. */
  forget(): void;
}

/** Offers wait for one another when the median of the latest took this many times as long as the fastest. */
const FACTOR = 3;
const WINDOW = 16;
/** Beyond doubt: after this many offers, when the median took so much longer. */
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
