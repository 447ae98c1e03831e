/**
 * How many UDP questions may be in flight to one resolver, and how long to wait for an answer; both adapt to the
 * resolver. The window grows while answers arrive and shrinks when many are lost (AIMD), so that no setting is needed for
 * a resolver's limit or a lossy path.
 */
export interface Window {
  /** How many questions may be in flight now. */
  readonly size: number;
  readonly timeoutMs: number;
  /** Records the round trip of a question that was sent only once. */
  measure(roundTripMs: number): void;
  count(outcome: 'answered' | 'lost' | 'late'): void;
  /** Must be called often; adapts the window when an epoch is over. `tolerated` is the share lost at any rate. */
  adapt(nowMs: number, isFull: boolean, tolerated?: number): void;
}

const FIRST_SIZE = 100;
const MIN_SIZE = 16;
const MAX_SIZE = 4000;
const MIN_SAMPLES = 20;
const FIRST_TIMEOUT_MS = 500;
const MIN_TIMEOUT_MS = 60;
const MAX_TIMEOUT_MS = 1500;

/**
 * Below the first the window grows quickly, below the second slowly, and above it shrinks. A path that loses every
 * twentieth datagram in each direction loses one exchange in ten: slowing down would not help.
 */
const LITTLE_LOSS = 0.06;
const SOME_LOSS = 0.12;
const MUCH_LOSS = 0.17;

export function createWindow(): Window {
  let size = FIRST_SIZE;
  let averageMs: number | null = null;
  let deviationMs = 0;
  let answered = 0;
  let lost = 0;
  let epochEndsAtMs = 0;

  /** RFC 6298, with a floor that allows for our clock tick of 20 ms. */
  const timeoutMs = () =>
    averageMs === null
      ? FIRST_TIMEOUT_MS
      : Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, Math.max(3 * averageMs, averageMs + 4 * deviationMs) + 40));

  return {
    get size() {
      return size;
    },
    get timeoutMs() {
      return timeoutMs();
    },
    measure(roundTripMs) {
      if (averageMs === null) {
        averageMs = roundTripMs;
        deviationMs = roundTripMs / 2;
        return;
      }
      deviationMs += (Math.abs(roundTripMs - averageMs) - deviationMs) / 16;
      averageMs += (roundTripMs - averageMs) / 16;
    },
    count(outcome) {
      if (outcome === 'lost') lost += 1;
      else answered += 1;
      if (outcome === 'late') lost = Math.max(0, lost - 1);
    },
    adapt(nowMs, isFull, tolerated = 0) {
      if (nowMs < epochEndsAtMs) return;
      epochEndsAtMs = nowMs + Math.max(60, 2 * (averageMs ?? 0) + 20);
      const total = answered + lost;
      if (total < MIN_SAMPLES) return;
      const loss = Math.max(0, lost / total - tolerated);
      answered = 0;
      lost = 0;
      size = Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE, size * factorOf(loss, isFull))));
    },
  };
}

function factorOf(loss: number, isFull: boolean): number {
  if (loss > MUCH_LOSS) return Math.max(0.5, 1 - loss);
  if (!isFull || loss > SOME_LOSS) return 1;
  return loss < LITTLE_LOSS ? 1.5 : 1.2;
}
