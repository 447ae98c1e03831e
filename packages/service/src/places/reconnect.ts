const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** How long to wait before the next attempt to connect: a random part of a time that doubles, so that agents do not come back in step. */
export function pauseBefore(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(FIRST_MS / 2 + random() * (longest - FIRST_MS / 2));
}
