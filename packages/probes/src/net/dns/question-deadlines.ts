import { type RunningDeadline, startDeadline } from '../../async/deadline.ts';

/** Questions of one caller within this time share a deadline: it is exact to as much. */
const SHARED_FOR_MS = 5;

/** The deadline of a question, until it leaves. */
interface QuestionDeadline {
  /** Fires at the deadline, with the caller's signal, and when all who share it have left. */
  readonly signal: AbortSignal;
  leave(): void;
}

interface Shared {
  readonly deadline: RunningDeadline;
  readonly startedAtMs: number;
  questions: number;
}

/**
 * Deadlines of questions. A lookup asks for forty types at once, and a signal with its listeners costs more than a
 * question: they share one. What a question has left running, such as an attempt that was too slow, ends with the last.
 */
export function createQuestionDeadlines(timeoutMs: number, closing: AbortSignal) {
  const latest = new WeakMap<AbortSignal, Shared>();

  function sharedBy(caller: AbortSignal, name: string): Shared {
    const known = latest.get(caller);
    const isJoinable = known !== undefined && known.questions > 0 && !known.deadline.signal.aborted;
    if (isJoinable && performance.now() - known.startedAtMs < SHARED_FOR_MS) return known;
    const deadline = startDeadline({ timeoutMs, what: `questions about ${name}` }, [caller, closing]);
    const shared = { deadline, startedAtMs: performance.now(), questions: 0 };
    latest.set(caller, shared);
    return shared;
  }

  return {
    enter(name: string, caller: AbortSignal): QuestionDeadline {
      const shared = sharedBy(caller, name);
      shared.questions += 1;
      return {
        signal: shared.deadline.signal,
        leave: () => {
          shared.questions -= 1;
          if (shared.questions === 0) shared.deadline.cancel();
        },
      };
    },
  };
}
