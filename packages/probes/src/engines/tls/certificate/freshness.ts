/** The validity period of an OCSP response or a CRL. */
export interface UpdatePeriod {
  readonly thisUpdate: Date | null;
  readonly nextUpdate: Date | null;
}

/** Allows for clock differences. */
const TOLERANCE_MS = 5 * 60_000;
/**
 * Without `nextUpdate`, newer information is always available (RFC 6960 section 4.2.2.1): an old statement was stored, and
 * might be a replay after a revocation.
 */
const WITHOUT_END_MS = 24 * 3_600_000;

export function isFresh({ thisUpdate, nextUpdate }: UpdatePeriod, now: Date): boolean {
  if (thisUpdate === null || thisUpdate.getTime() > now.getTime() + TOLERANCE_MS) return false;
  const end = nextUpdate?.getTime() ?? thisUpdate.getTime() + WITHOUT_END_MS;
  return end > now.getTime() - TOLERANCE_MS;
}
