import type { FailureReason } from '@sonde/contract/failure';
import type { Task } from './job.ts';
import type { Settlement } from './reply-class.ts';

/** One transport to a resolver, with its questions in flight. */
export interface Transport {
  /** Questions without an answer so far. */
  readonly unsettled: number;
  /** Sends as many questions as there is room for. */
  fill(): void;
  /** Called every `TICK_MS` while there is work: looks for answers that are overdue. */
  tick(nowMs: number): void;
  /** Frees all resources; returns the questions that were not answered. */
  close(): Task[];
}

/** What a transport gets from the channel that owns it. */
export interface TransportHost {
  /** The next question that may leave now, while `free` places are; null when there is none, or the rate limit forbids it. */
  take(free: number): Task | null;
  /** Whether a question may be sent once more now; then it counts as sent. */
  mayRepeat(task: Task): boolean;
  /** The last sending is considered lost so far. */
  miss(task: Task): void;
  /** The share of questions that are rejected or lost even at a low rate. */
  readonly tolerated: number;
  settle(task: Task, settlement: Settlement): void;
  /** Returns a question that must be asked again, by any transport. */
  putBack(task: Task): void;
  /** This transport does not work: the channel uses another. */
  giveUp(reason: FailureReason): void;
}

export const TICK_MS = 20;
