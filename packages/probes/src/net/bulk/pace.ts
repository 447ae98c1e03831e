/** How many questions may leave per second: manners towards a resolver, whatever it would endure. */
export interface Pace {
  /** Takes leave for one question; false when it must wait. */
  take(nowMs: number): boolean;
  giveBack(): void;
}

/** Whoever was idle may not send a second's worth at once. */
const BURST_MS = 25;

export function createPace(perSecond: number): Pace {
  if (perSecond === Infinity) return { take: () => true, giveBack: () => {} };
  const most = Math.max(1, (perSecond * BURST_MS) / 1000);
  let allowance = most;
  let countedAtMs = performance.now();
  return {
    take(nowMs) {
      allowance = Math.min(most, allowance + ((nowMs - countedAtMs) * perSecond) / 1000);
      countedAtMs = nowMs;
      if (allowance < 1) return false;
      allowance -= 1;
      return true;
    },
    giveBack() {
      allowance += 1;
    },
  };
}
