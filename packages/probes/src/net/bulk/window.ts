/**
 * How many UDP questions may be in flight to one resolver, and how long to wait for an answer; both adapt to the
 * resolver. The window grows while answers arrive and shrinks when many are lost, so that no setting is needed for a
 * resolver's limit. Each decrease is an experiment: a path that loses datagrams by chance loses as many from a smaller
 * window, and then the former size is restored and that share of losses is tolerated.
 */
export interface Window {
  /** How many questions may be in flight now. */
  readonly size: number;
  readonly timeoutMs: number;
  /** How often to send a question before giving it up, on a path that loses as many as this one lately. */
  readonly leastSendings: number;
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
/** Slightly below what was answered, so that a queue can drain. */
const DECREASE = 0.9;
const LEAST_FACTOR = 0.1;
/** More than this is a limit, whatever an experiment shows. */
const MOST_TOLERATED = 0.8;
/** How fast the tolerated share follows a path that loses less than before. */
const FOLLOWING = 0.25;
/** How fast the share that is lost lately follows single epochs, which may show more by chance. */
const RECENT = 0.125;
/** A question is sent at least this often before it is given up, since datagrams get lost. */
export const MIN_SENDINGS = 6;
/** All sendings of one question may be lost as rarely as this: one of 100,000 names in a thousand searches. */
const ALL_LOST = 1e-8;

export function createWindow(): Window {
  const roundTrip = createRoundTrip();
  const size = createSize();
  let answered = 0;
  let lost = 0;
  let epochEndsAtMs = 0;
  /** Until then, losses are those of a window of another size. */
  let settledAtMs = 0;
  let recent: number | null = null;

  return {
    get size() {
      return size.now;
    },
    get timeoutMs() {
      return roundTrip.timeoutMs();
    },
    get leastSendings() {
      return Math.max(MIN_SENDINGS, Math.ceil(Math.log(ALL_LOST) / Math.log(recent ?? 0)));
    },
    measure: roundTrip.measure,
    count(outcome) {
      if (outcome === 'lost') lost += 1;
      else answered += 1;
      if (outcome === 'late') lost = Math.max(0, lost - 1);
    },
    adapt(nowMs, isFull, tolerated = 0) {
      if (nowMs < settledAtMs) {
        answered = 0;
        lost = 0;
      }
      if (nowMs < epochEndsAtMs) return;
      epochEndsAtMs = nowMs + roundTrip.epochMs();
      const total = answered + lost;
      if (total < MIN_SAMPLES) return;
      const share = lost / total;
      recent = recent === null ? share : recent + (share - recent) * RECENT;
      const hasShrunk = size.adapt(share, isFull, tolerated);
      answered = 0;
      lost = 0;
      if (!hasShrunk) return;
      // A loss is known only when its timeout is over.
      settledAtMs = nowMs + roundTrip.timeoutMs();
      epochEndsAtMs = settledAtMs + roundTrip.epochMs();
    },
  };
}

function createRoundTrip() {
  let averageMs: number | null = null;
  let deviationMs = 0;
  return {
    measure(roundTripMs: number): void {
      if (averageMs === null) {
        averageMs = roundTripMs;
        deviationMs = roundTripMs / 2;
        return;
      }
      deviationMs += (Math.abs(roundTripMs - averageMs) - deviationMs) / 16;
      averageMs += (roundTripMs - averageMs) / 16;
    },
    /** RFC 6298, with a floor that allows for our clock tick of 20 ms. */
    timeoutMs: () =>
      averageMs === null
        ? FIRST_TIMEOUT_MS
        : Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, Math.max(3 * averageMs, averageMs + 4 * deviationMs) + 40)),
    epochMs: () => Math.max(60, 2 * (averageMs ?? 0) + 20),
  };
}

function createSize() {
  let now = FIRST_SIZE;
  /** The share lost before the last decrease, and the size then. */
  let experiment: { readonly share: number; readonly size: number } | null = null;
  /** The share that is lost at any size, as the experiments have shown. */
  let shown = 0;

  function change(factor: number): void {
    now = Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE, now * factor)));
  }

  /** Ends the experiment, if there is one; true if it has shown that the size makes no difference. */
  function makesNoDifference(share: number): boolean {
    const before = experiment;
    experiment = null;
    if (share < shown) shown += (share - shown) * FOLLOWING;
    if (before === null) return false;
    const hasHelped = share < before.share / 2 || share < (before.share + shown) / 2;
    if (hasHelped || share > MOST_TOLERATED) {
      shown = Math.min(shown, share);
      return false;
    }
    shown = share;
    now = before.size;
    return true;
  }

  return {
    get now() {
      return now;
    },
    /** `share`: of the questions of an epoch, those that were lost. Returns true if the size is now smaller. */
    adapt(share: number, isFull: boolean, tolerated: number): boolean {
      if (makesNoDifference(share)) return false;
      const loss = Math.max(0, share - Math.max(tolerated, shown));
      if (loss <= MUCH_LOSS) {
        change(growthOf(loss, isFull));
        return false;
      }
      experiment = { share, size: now };
      change(Math.max(LEAST_FACTOR, DECREASE * (1 - share)));
      return true;
    },
  };
}

function growthOf(loss: number, isFull: boolean): number {
  if (!isFull || loss > SOME_LOSS) return 1;
  return loss < LITTLE_LOSS ? 1.5 : 1.2;
}
