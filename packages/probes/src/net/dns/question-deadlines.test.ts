import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQuestionDeadlines } from './question-deadlines.ts';

const TIMEOUT_MS = 1000;
const closing = new AbortController();

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('deadlines of questions', () => {
  it('are shared by the questions that a caller asks at once, and end with the last of them', () => {
    const deadlines = createQuestionDeadlines(TIMEOUT_MS, closing.signal);
    const caller = new AbortController();
    const [first, second] = [deadlines.enter('a.test', caller.signal), deadlines.enter('a.test', caller.signal)];
    expect(second.signal).toBe(first.signal);
    first.leave();
    expect(second.signal.aborted).toBe(false);
    second.leave();
    expect(second.signal.aborted).toBe(true);
  });

  it('are not shared with other callers, with later questions, or after their end', () => {
    const deadlines = createQuestionDeadlines(TIMEOUT_MS, closing.signal);
    const [caller, other] = [new AbortController(), new AbortController()];
    const first = deadlines.enter('a.test', caller.signal);
    expect(deadlines.enter('a.test', other.signal).signal).not.toBe(first.signal);
    vi.advanceTimersByTime(6);
    const later = deadlines.enter('a.test', caller.signal);
    expect(later.signal).not.toBe(first.signal);
    later.leave();
    expect(deadlines.enter('a.test', caller.signal).signal.aborted).toBe(false);
  });

  it('fire at their time, with the caller, and when all is closed', () => {
    const shutDown = new AbortController();
    const deadlines = createQuestionDeadlines(TIMEOUT_MS, shutDown.signal);
    const [late, left, closed] = [new AbortController(), new AbortController(), new AbortController()];
    const [first, second] = [deadlines.enter('a.test', late.signal), deadlines.enter('b.test', left.signal)];
    left.abort(new Error('the client has left'));
    expect([first.signal.aborted, second.signal.reason.message]).toEqual([false, 'the client has left']);
    vi.advanceTimersByTime(TIMEOUT_MS);
    expect(first.signal.reason).toMatchObject({ reason: 'timeout' });
    const third = deadlines.enter('c.test', closed.signal);
    shutDown.abort(new Error('closed'));
    expect(third.signal.reason.message).toBe('closed');
  });
});
