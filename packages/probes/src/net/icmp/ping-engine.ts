import type { GuardedAddress, PingEvent } from '../net.ts';

/** Parameters of one ping. */
export interface PingPlan {
  readonly count: number;
  readonly intervalMs: number;
  /** Milliseconds after which a packet counts as lost (the threshold of RFC 2680 section 2.4). */
  readonly replyTimeoutMs: number;
}

export type Report = (event: PingEvent) => void;

/** One method of measuring round trips. */
export interface PingEngine {
  readonly method: 'icmp' | 'tcp';
  /** True if it passes the octets of its packets to a tap. */
  readonly recordsOctets?: boolean;
  /** Shown in the log and by `/readyz`. */
  readonly name: string;
  /**
   * Runs the entire plan. One reply, loss or error is reported for each packet sent.
   * @throws EngineBroken when this method does not work here (any more), NetFailure `unreachable` when this machine has no
   * route, or the signal's reason
   */
  run(address: GuardedAddress, plan: PingPlan, report: Report, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** This method does not work on this machine, so another one is needed. */
export class EngineBroken extends Error {
  override readonly name = 'EngineBroken';
}
