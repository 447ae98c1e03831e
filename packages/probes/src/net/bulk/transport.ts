import type { FailureReason } from '@sonde/contract/failure';
import type { Task } from './job.ts';
import type { Settlement } from './read-verdict.ts';

/** One way to a resolver, with questions under way on it. */
export interface Transport {
  /** Questions that wait for an answer. */
  readonly underWay: number;
  /** Sends as many questions as there is room for. */
  fill(): void;
  /** Called every `TICK_MS` while there is work: looks for answers that are overdue. */
  tick(nowMs: number): void;
  /** Lets go of everything; gives the questions that were not answered. */
  close(): Task[];
}

/** What a transport is given by the lane that owns it. */
export interface TransportHost {
  /** The next question that may leave now, while `free` places are; null when there is none, or the pace forbids it. */
  take(free: number): Task | null;
  /** Whether a question may be sent once more now; then it counts as sent. */
  mayRepeat(task: Task): boolean;
  /** No answer came to what was sent last, so far. */
  miss(task: Task): void;
  /** The share of questions that the resolver rejects or that get lost, however few are sent. */
  readonly tolerated: number;
  settle(task: Task, verdict: Settlement): void;
  /** A question that must be asked again, by whichever way. */
  putBack(task: Task): void;
  /** This way leads nowhere: the lane takes another. */
  giveUp(reason: FailureReason): void;
}

export const TICK_MS = 20;
