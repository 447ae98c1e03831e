/** How many questions may leave per second. */
export interface Pace {
  /** Takes leave for one question; false when it must wait. */
  take(nowMs: number): boolean;
  giveBack(): void;
  change(perSecond: number): void;
}

/** Whoever was idle may not send a second's worth at once. */
const BURST_MS = 25;

export function createPace(firstPerSecond: number): Pace {
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
