const HALF = 2 ** 31;

/** How many steps lead from one serial number to another: they have 32 bits, and wrap around (RFC 1982 section 3). */
export const serialDistance = (from: number, to: number): number => (to - from) >>> 0;

/** 1 if `a` is the later serial number, -1 if `b` is; null where that is not defined (RFC 1982 section 3.2). */
export function serialOrder(a: number, b: number): -1 | 0 | 1 | null {
  const ahead = serialDistance(b, a);
  if (ahead === 0) return 0;
  if (ahead === HALF) return null;
  return ahead < HALF ? 1 : -1;
}
