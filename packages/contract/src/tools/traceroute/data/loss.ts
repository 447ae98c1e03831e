import type { TraceHop } from '../contract.ts';

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.96;

/** The Wilson score interval (1927): contains the true share with 95 % confidence. */
export function shareInterval(count: number, of: number): { readonly low: number; readonly high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const middle = share + (Z * Z) / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const scale = 1 + (Z * Z) / of;
  return { low: count === 0 ? 0 : (middle - half) / scale, high: count === of ? 1 : (middle + half) / scale };
}

export interface PacketCounts {
  readonly sent: number;
  readonly received: number;
}

const lost = ({ sent, received }: PacketCounts) => sent - received;

/**
 * The cause of the loss at a hop. Packets lost on the way are missing at every later hop, too. If a later hop loses so much
 * less that chance is ruled out, the router at this hop only rate-limits its replies.
 * @param later the later hops that answered, the target last.
 */
export function causeOfLoss(hop: PacketCounts, later: readonly PacketCounts[]): TraceHop['lossIs'] {
  if (hop.sent === 0 || lost(hop) === 0) return null;
  if (later.length === 0) return 'unknown';
  const least = shareInterval(lost(hop), hop.sent).low;
  if (later.some((one) => shareInterval(lost(one), one.sent).high < least)) return 'answers';
  if (later.every((one) => lost(one) > 0)) return 'path';
  // No loss among a few packets proves little at one hop, but much at many hops.
  const none = later.every((one) => lost(one) === 0);
  const sent = later.reduce((sum, one) => sum + one.sent, 0);
  return none && shareInterval(0, sent).high < lost(hop) / hop.sent ? 'answers' : 'unknown';
}
