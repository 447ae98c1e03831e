/** One probe that was sent, and its fate so far. */
export interface SentProbe {
  readonly ttl: number;
  readonly round: number;
  readonly sentAtMs: number;
  state: 'open' | 'answered' | 'given up';
  forget(): void;
}

const LEAST_HOLE_MS = 250;
const HOLE_FACTOR = 3;
/** The longest wait for a hole. */
const MOST_HOLE_MS = 2000;
/**
 * Beyond the last hop that answered, a slow link may still follow: a satellite takes 600 ms. The last router reports an address
 * that nobody has after three seconds (three requests of ARP or of neighbour discovery, one a second). By UDP, the trace does not
 * wait for that report.
 */
export const tailMs = { icmp: 3300, tcp: 3300, udp: 2000 } as const;

/** What is known about the path while a trace runs. */
export interface PathState {
  /** The slowest round trip so far. */
  readonly slowestMs: number;
  /** The highest TTL that was answered; 0 before the first answer. */
  readonly lastAnswered: number;
  /** The TTL at which the path ends; null while unknown. */
  readonly end: number | null;
}

/**
 * How long to wait for a probe. A hole, below a hop that has answered, is given up after three times the slowest round
 * trip; the tail, beyond the last answer, after `tail` milliseconds.
 */
export function patienceMs(
  { ttl }: Pick<SentProbe, 'ttl'>,
  { slowestMs, lastAnswered, end }: PathState,
  tail: number,
): number {
  const isHole = ttl <= (end ?? lastAnswered);
  return isHole ? Math.min(MOST_HOLE_MS, Math.max(LEAST_HOLE_MS, HOLE_FACTOR * slowestMs)) : tail;
}

const WINDOW = 12;
/** An answer this close to the end of a window calls for the next window. */
const NEAR_END = 4;
const WINDOW_FACTOR = 1.2;

/** When the next window of TTLs is due, counted from when the last one was sent; null while none is needed. */
export function nextWindowMs(
  sentTo: number,
  { slowestMs, lastAnswered, end }: PathState,
  isReachable: boolean,
): number | null {
  if (end !== null) return null;
  const isCalledFor = isReachable || lastAnswered > sentTo - NEAR_END;
  return isCalledFor ? WINDOW_FACTOR * slowestMs : null;
}

export const windowSize = (knownDistance: number | null): number =>
  knownDistance === null ? WINDOW : Math.max(NEAR_END, knownDistance + 2);
