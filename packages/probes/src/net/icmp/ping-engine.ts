import type { GuardedAddress, PingEvent } from '../net.ts';

/** How one target is pinged. */
export interface PingPlan {
  readonly count: number;
  readonly intervalMs: number;
  /** After this a packet counts as lost (the threshold of RFC 2680 section 2.4). */
  readonly replyTimeoutMs: number;
}

export type Report = (event: PingEvent) => void;

/** One method of measuring round trips. */
export interface PingEngine {
  readonly method: 'icmp' | 'tcp';
  /** It tells a tap the octets of its packets. */
  readonly recordsOctets?: boolean;
  /** For the log and `/readyz`. */
  readonly name: string;
  /**
   * Runs the whole plan. One reply, loss or error is reported for each packet sent.
   * @throws EngineBroken when this method does not work here (any more), NetFailure `unreachable` when there is no route
   * from this machine, or the signal's reason.
   */
  run(address: GuardedAddress, plan: PingPlan, report: Report, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** This method does not work on this machine: another one has to be found. */
export class EngineBroken extends Error {
  override readonly name = 'EngineBroken';
}
