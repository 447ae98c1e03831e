const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** After one minute, two, four … a whole day; the failure after that is the last. */
const MAX_FAILURES = 13;

/** How long a channel pauses after this number of failures in a row; null: it rests until its owner tests it. */
export function pauseAfter(failures: number): number | null {
  if (failures >= MAX_FAILURES) return null;
  return Math.min(DAY_MS, MINUTE_MS * 2 ** (failures - 1));
}

/** How long a channel waits after it has been told something; what happens meanwhile is told together. */
export const GAP_MS = { webhook: 0, ntfy: 10_000, mail: MINUTE_MS } as const;

const DIGEST_HOUR = 7;

/** When a daily mail is sent: the next 07:00 in UTC. */
export function nextDigest(nowMs: number): number {
  const today = new Date(nowMs).setUTCHours(DIGEST_HOUR, 0, 0, 0);
  return today > nowMs ? today : today + DAY_MS;
}
