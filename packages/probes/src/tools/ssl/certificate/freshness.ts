/** When a statement about revocation was made, and when the next one comes at the latest. */
export interface Period {
  readonly thisUpdate: Date | null;
  readonly nextUpdate: Date | null;
}

/** Clocks differ. */
const TOLERANCE_MS = 5 * 60_000;
/**
 * Without a `nextUpdate` newer information is available all the time (RFC 6960 section 4.2.2.1): an old statement is one
 * that somebody has stored, and may be repeated after a revocation.
 */
const WITHOUT_END_MS = 24 * 3_600_000;

export function isFresh({ thisUpdate, nextUpdate }: Period, now: Date): boolean {
  if (thisUpdate === null || thisUpdate.getTime() > now.getTime() + TOLERANCE_MS) return false;
  const end = nextUpdate?.getTime() ?? thisUpdate.getTime() + WITHOUT_END_MS;
  return end > now.getTime() - TOLERANCE_MS;
}
