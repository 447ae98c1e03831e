/** Limits how many questions are sent per second. */
export interface TokenBucket {
  /** Takes a token for one question; false if the question must wait. */
  take(nowMs: number): boolean;
  giveBack(): void;
  change(perSecond: number): void;
}

/** After an idle period, at most this many milliseconds' worth of questions may be sent at once. */
const BURST_MS = 25;

export function createTokenBucket(firstPerSecond: number): TokenBucket {
  let perSecond = firstPerSecond;
  let allowance = Infinity;
  let countedAtMs = performance.now();
  const most = () => Math.max(1, (perSecond * BURST_MS) / 1000);
  return {
    take(nowMs) {
      if (perSecond === Infinity) return true;
      allowance = Math.min(most(), allowance + ((nowMs - countedAtMs) * perSecond) / 1000);
      countedAtMs = nowMs;
      if (allowance < 1) return false;
      allowance -= 1;
      return true;
    },
    giveBack() {
      allowance += 1;
    },
    change(nextPerSecond) {
      perSecond = nextPerSecond;
    },
  };
}
