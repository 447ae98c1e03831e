import { afterEach, expect, test, vi } from 'vitest';
import { createNetworkAllowance, createTargetCount } from './network-allowance.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

test('a trace waits until the packets of earlier traces into the same network are paid for', async () => {
  vi.useFakeTimers();
  const allowance = createNetworkAllowance(20);
  for (let count = 0; count < 5; count += 1) allowance.spend('4/1');
  await allowance.whenFree('4/2', never);
  let isFree = false;
  const waiting = allowance.whenFree('4/1', never).then(() => {
    isFree = true;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(isFree).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isFree).toBe(true);
  await waiting;
});

test('aborting ends the wait', async () => {
  const allowance = createNetworkAllowance(60_000);
  allowance.spend('4/1');
  const leaving = new AbortController();
  const waiting = allowance.whenFree('4/1', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});

test('counts packets that overshoot the target, but not those that end on the way', () => {
  let spent = 0;
  const count = createTargetCount(() => {
    spent += 1;
  });
  for (let ttl = 1; ttl <= 12; ttl += 1) count.sent(ttl);
  expect(spent).toBe(0);
  count.reached(9);
  expect(spent).toBe(4);
  for (let ttl = 1; ttl <= 9; ttl += 1) count.sent(ttl);
  expect(spent).toBe(5);
});
