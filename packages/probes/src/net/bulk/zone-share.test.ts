import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ZoneFailure } from '../net.ts';
import type { Settlement } from './reply-class.ts';
import { ZoneShare } from './zone-share.ts';

const answered: Settlement = { kind: 'nothing' };
const servfail: Settlement = { kind: 'failure', reason: 'servfail' };

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void vi.restoreAllMocks());

/** A share with endless questions, and the state of its search. */
function shareWithQuestions() {
  const share = new ZoneShare<number>('example.com');
  const failures: unknown[] = [];
  let next = 0;
  share.add({
    isUrgent: false,
    take: () => {
      next += 1;
      return next;
    },
    fail: (reason) => void failures.push(reason),
  });
  /** Takes as many questions as allowed with `places` free slots, as a transport does. */
  const fill = (places: number): number => {
    let taken = 0;
    while (share.take(Math.max(0, places - taken), nowMs) !== null) {
      taken += 1;
      share.outstanding += 1;
      share.inFlight += share.isAnswering ? 1 : 0;
    }
    return taken;
  };
  const settle = (count: number, settlement: Settlement, askedAtMs = nowMs, answersBefore = share.answers) => {
    for (let one = 0; one < count; one += 1) {
      share.outstanding -= 1;
      share.inFlight -= share.isAnswering && share.inFlight > 0 ? 1 : 0;
      share.note({ askedAtMs, answersBefore }, settlement);
    }
  };
  return { share, failures, fill, settle };
}

describe('the window of a zone', () => {
  test('starts small, and doubles with every round of answers', () => {
    const { fill, settle } = shareWithQuestions();
    expect(fill(4000)).toBe(64);
    settle(64, answered);
    expect(fill(4000)).toBe(128);
    settle(128, answered);
    expect(fill(4000)).toBe(256);
  });

  test('admits a zone without answers so far, however many slots others hold', () => {
    const { fill } = shareWithQuestions();
    expect(fill(0)).toBe(64);
  });

  test('leaves a fifth of the slots to others', () => {
    const { fill, settle } = shareWithQuestions();
    for (let round = 0; round < 8; round += 1) settle(fill(4000), answered);
    const taken = fill(1000);
    expect(taken).toBeGreaterThan(750);
    expect(taken).toBeLessThan(850);
  });
});

describe('servers that keep failing', () => {
  test('end the search after fifty failures and a second without an answer, and are remembered', () => {
    const { share, failures, settle } = shareWithQuestions();
    nowMs = 900;
    settle(60, servfail, 0);
    expect(failures).toEqual([]);
    nowMs = 5000;
    settle(1, servfail, 0);
    expect(failures).toEqual([expect.any(ZoneFailure)]);
    expect(failures[0]).toMatchObject({ zone: 'example.com', reason: 'servfail' });
    expect(share.failure).toBe(failures[0]);
    nowMs = 10_001;
    expect(share.failure).toBeNull();
  });

  test('failures of questions asked before the last answer do not count', () => {
    const { failures, settle } = shareWithQuestions();
    nowMs = 100;
    settle(1, answered);
    nowMs = 9000;
    settle(500, servfail, 50, 0);
    expect(failures).toEqual([]);
    settle(50, servfail, 200, 1);
    expect(failures).toHaveLength(1);
  });

  test('an answer in between restarts the count', () => {
    const { failures, settle } = shareWithQuestions();
    for (let round = 1; round < 10; round += 1) {
      nowMs = round * 5000;
      settle(40, servfail);
      settle(1, answered);
    }
    expect(failures).toEqual([]);
  });
});

test('urgent questions come first, and others as soon as there are none', () => {
  const share = new ZoneShare<string>('example.com');
  const add = (name: string, isUrgent: boolean, count: number) => {
    let left = count;
    const take = () => {
      if (left === 0) return null;
      left -= 1;
      return name;
    };
    share.add({ isUrgent, take, fail: () => {} });
  };
  add('usual', false, 10);
  add('one', true, 2);
  add('other', true, 1);
  const taken = Array.from({ length: 6 }, () => share.take(4000, nowMs));
  expect(taken).toEqual(['one', 'other', 'one', 'usual', 'usual', 'usual']);
});
