import type { Evidence } from '@sonde/contract';

/** The most bytes that the evidence of a lookup has as JSON, beside those of its answer. */
export const MAX_EVIDENCE_BYTES = 1_000_000;

/** The evidence without the exchanges that it has no room for; those that were made first remain. */
export function fitEvidence(evidence: Evidence): Evidence {
  let left = MAX_EVIDENCE_BYTES;
  const exchanges = evidence.exchanges.filter((exchange) => {
    const bytes = Buffer.byteLength(JSON.stringify(exchange)) + 1;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
  const dropped = evidence.exchanges.length - exchanges.length;
  return dropped === 0 ? evidence : { ...evidence, exchanges, leftOut: evidence.leftOut + dropped };
}
