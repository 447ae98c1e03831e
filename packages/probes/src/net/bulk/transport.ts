import type { FailureReason } from '@sonde/contract/failure';
import type { Task } from './job.ts';
import type { Settlement } from './reply-class.ts';

/** One transport to a resolver, with its questions in flight. */
export interface Transport {
  /** Number of questions without an answer so far. */
  readonly unsettled: number;
  /** Sends as many questions as there is room for. */
  fill(): void;
  /** Called every `TICK_MS` while there is work; looks for overdue answers. */
  tick(nowMs: number): void;
  /** Frees all resources; returns the questions that were not answered. */
  close(): Task[];
}

/** What a transport needs from the channel that owns it. */
export interface TransportHost {
  /** The next question that may be sent now, given `free` slots; null if there is none or the rate limit forbids it. */
  take(free: number): Task | null;
  /** Whether a question may be retransmitted now; if so, it counts as sent. */
  mayRepeat(task: Task): boolean;
  /** Counts the last transmission as lost for now. */
  miss(task: Task): void;
  /** The share of questions that is rejected or lost even at a low rate. */
  readonly tolerated: number;
  settle(task: Task, settlement: Settlement): void;
  /** Returns a question for another attempt by any transport. */
  putBack(task: Task): void;
  /** Reports that this transport does not work; the channel switches to another. */
  giveUp(reason: FailureReason): void;
}

export const TICK_MS = 20;
