import type { TraceHop } from '../tools/traceroute.ts';

/** 95 % of a normal distribution, on both sides. */
const Z = 1.96;

/** The interval of Wilson's score (1927): between which shares the true one lies, with 95 % confidence. */
export function shareInterval(count: number, of: number): { readonly low: number; readonly high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const middle = share + (Z * Z) / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const scale = 1 + (Z * Z) / of;
  return { low: count === 0 ? 0 : (middle - half) / scale, high: count === of ? 1 : (middle + half) / scale };
}

export interface Counts {
  readonly sent: number;
  readonly received: number;
}

const lost = ({ sent, received }: Counts) => sent - received;

/**
 * What the loss at a hop means. Packets that are lost on the way are missing at every hop behind it, too; where a later
 * hop loses so much fewer that it cannot be chance, the router here only limits its answers.
 * @param later the hops behind it that answered, the target last.
 */
export function causeOfLoss(hop: Counts, later: readonly Counts[]): TraceHop['lossIs'] {
  if (hop.sent === 0 || lost(hop) === 0) return null;
  if (later.length === 0) return 'unknown';
  const least = shareInterval(lost(hop), hop.sent).low;
  if (later.some((one) => shareInterval(lost(one), one.sent).high < least)) return 'answers';
  if (later.every((one) => lost(one) > 0)) return 'path';
  // None of few packets proves little for one hop, but much for many.
  const none = later.every((one) => lost(one) === 0);
  const sent = later.reduce((sum, one) => sum + one.sent, 0);
  return none && shareInterval(0, sent).high < lost(hop) / hop.sent ? 'answers' : 'unknown';
}
