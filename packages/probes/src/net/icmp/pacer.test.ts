import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer, ownersNetwork } from './pacer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const v4 = (address: string) => ({ address, family: 4 as const });

test.each([
  ['45.90.11.2', '45.90.11.200', true],
  ['45.90.11.2', '45.90.12.2', false],
])('%s and %s have one owner: %s', (one, other, isSame) => {
  expect(ownersNetwork(v4(one)) === ownersNetwork(v4(other))).toBe(isSame);
});

test.each([
  ['2a0e:97c0:a::1', '2a0e:97c0:a:ffff::1', true],
  ['2a0e:97c0:a::1', '2a0e:97c0:b::1', false],
])('%s and %s have one owner: %s', (one, other, isSame) => {
  const network = (address: string) => ownersNetwork({ address, family: 6 });
  expect(network(one) === network(other)).toBe(isSame);
});

test('allows a thousand packets a second in total', async () => {
  const pacer = createPacer();
  let sent = 0;
  const dueAtMs = performance.now();
  for (let network = 0; network < 1500; network++) {
    pacer.to(v4(`45.${network >> 8}.${network & 255}.1`))(dueAtMs, () => {
      sent += 1;
    });
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toBeGreaterThan(90);
  expect(sent).toBeLessThan(106);
  await vi.advanceTimersByTimeAsync(900);
  expect(sent).toBeGreaterThan(950);
  expect(sent).toBeLessThan(1006);
  await vi.advanceTimersByTimeAsync(600);
  expect(sent).toBe(1500);
});

test('allows twenty packets a second to one network', async () => {
  const pacer = createPacer();
  const sentAtMs: number[] = [];
  const startMs = performance.now();
  for (let host = 1; host <= 30; host++) {
    pacer.to(v4(`45.90.11.${host}`))(startMs, () => sentAtMs.push(performance.now() - startMs));
  }
  await vi.advanceTimersByTimeAsync(999);
  expect(sentAtMs).toHaveLength(20);
  await vi.advanceTimersByTimeAsync(500);
  for (const [index, atMs] of sentAtMs.entries()) expect(Math.abs(atMs - 50 * index)).toBeLessThanOrEqual(2);
  expect(sentAtMs).toHaveLength(30);
});

test('sends what is due together in groups of a few packets, five milliseconds apart', async () => {
  const pacer = createPacer();
  const groups = new Map<number, number>();
  const startMs = performance.now();
  for (let network = 0; network < 40; network++) {
    pacer.to(v4(`45.90.${network}.1`))(startMs + network / 4, () => {
      const atMs = Math.round(performance.now() - startMs);
      groups.set(atMs, (groups.get(atMs) ?? 0) + 1);
    });
  }
  await vi.advanceTimersByTimeAsync(100);
  const times = [...groups.keys()];
  expect([...groups.values()].reduce((sum, size) => sum + size)).toBe(40);
  expect(Math.max(...groups.values())).toBeLessThanOrEqual(6);
  for (const [index, atMs] of times.slice(1).entries()) expect(atMs - (times[index] ?? 0)).toBeGreaterThanOrEqual(5);
});

test('sends a packet with no other around it within a millisecond of its time', async () => {
  const pacer = createPacer();
  const startMs = performance.now();
  const sentAtMs: number[] = [];
  for (const dueInMs of [0, 203.4, 407, 1000]) {
    pacer.to(v4('45.90.11.1'))(startMs + dueInMs, () => sentAtMs.push(performance.now() - startMs));
  }
  await vi.advanceTimersByTimeAsync(1100);
  expect(sentAtMs).toHaveLength(4);
  for (const [index, dueInMs] of [0, 203.4, 407, 1000].entries()) {
    expect(Math.abs((sentAtMs[index] ?? 0) - dueInMs)).toBeLessThanOrEqual(1);
  }
});

test('sends a packet that is scheduled later but due earlier first', async () => {
  const pacer = createPacer();
  const sent: string[] = [];
  const startMs = performance.now();
  pacer.to(v4('45.90.11.1'))(startMs + 500, () => sent.push('second'));
  pacer.to(v4('45.90.12.1'))(startMs + 100, () => sent.push('first'));
  await vi.advanceTimersByTimeAsync(101);
  expect(sent).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(400);
  expect(sent).toEqual(['first', 'second']);
});

test('does not send a cancelled packet, and leaves no timer behind', async () => {
  const pacer = createPacer();
  const schedule = pacer.to(v4('45.90.11.1'));
  const sent: number[] = [];
  const dueAtMs = performance.now();
  schedule(dueAtMs, () => sent.push(1));
  const cancelWaiting = schedule(dueAtMs, () => sent.push(2));
  schedule(dueAtMs, () => sent.push(3));
  const cancelLast = schedule(dueAtMs + 5000, () => sent.push(4));
  await vi.advanceTimersByTimeAsync(10);
  // It waits for the network already.
  cancelWaiting();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([1, 3]);
  cancelLast();
  expect(vi.getTimerCount()).toBe(0);
});
