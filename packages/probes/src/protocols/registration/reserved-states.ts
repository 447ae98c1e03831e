/**
 * States by which registries mark a name that nobody can register in the ordinary way: `RESERVED` (.uz, .jp, .pt),
 * `UNASSIGNABLE` (.it), `NOT_OPENED` (AFNIC’s sectors), `system` (names that the .se registry keeps).
 */
const RESERVED = /^(?:reserved|unassignable|not[_ ]opened|prohibited|system|restricted)$|^reserved\b/i;

export function isReservedState(code: string): boolean {
  return RESERVED.test(code.trim());
}
