/**
 * The full packet number of one that was sent with its last `bits` bits, after `largest` (-1 before the first): RFC 9000
 * appendix A.3.
 */
export function fullPacketNumber(truncated: number, bits: number, largest: number): number {
  const expected = largest + 1;
  const window = 2 ** bits;
  const candidate = Math.floor(expected / window) * window + truncated;
  if (candidate <= expected - window / 2 && candidate + window < 2 ** 62) return candidate + window;
  if (candidate > expected + window / 2 && candidate >= window) return candidate - window;
  return candidate;
}
