import { describe, expect, test } from 'vitest';
import { createWindow } from './window.ts';

/** Epochs in which every question is answered after `roundTripMs`, apart from those lost. */
function live(epochs: number, lossOf: (size: number, epoch: number) => number, roundTripMs = 20) {
  const window = createWindow();
  window.measure(roundTripMs);
  let nowMs = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const lost = Math.round(window.size * lossOf(window.size, epoch));
    for (let one = 0; one < window.size - lost; one += 1) {
      window.measure(roundTripMs);
      window.count('answered');
    }
    for (let one = 0; one < lost; one += 1) window.count('lost');
    nowMs += 1000;
    window.adapt(nowMs, true);
  }
  return window;
}

describe('the window', () => {
  test('grows while nothing is lost, up to a maximum', () => {
    expect(live(3, () => 0).size).toBeGreaterThan(300);
    expect(live(50, () => 0).size).toBe(4000);
  });

  test('grows on a path that loses one datagram in twenty each way', () => {
    expect(live(30, () => 0.0975).size).toBe(4000);
  });

  test('grows on a path that loses as many datagrams from a small window as from a large one', () => {
    expect(live(30, () => 0.36).size).toBe(4000);
  });

  test('follows a path that loses less than before, and then finds a limit', () => {
    const path = (losses: readonly number[]) => (size: number, epoch: number) =>
      Math.max(losses[epoch] ?? 0, epoch < losses.length ? 0 : 1 - 300 / size);
    expect(live(100, path(Array(40).fill(0.36))).size).toBeLessThan(500);
  });

  test.each([300, 60, 20])('finds the limit of a resolver that drops queries above %s', (limit) => {
    const { size } = live(60, (now) => Math.max(0, 1 - limit / now));
    expect(size).toBeGreaterThanOrEqual(Math.max(16, limit * 0.6));
    expect(size).toBeLessThan(limit * 1.7);
  });

  test('does not shrink below a minimum', () => {
    expect(live(50, () => 1).size).toBe(16);
  });

  test('does not change while it is not full, or when an answer was merely late', () => {
    const window = createWindow();
    for (let one = 0; one < 100; one += 1) {
      window.count('lost');
      window.count('late');
    }
    window.adapt(1000, false);
    expect(window.size).toBe(100);
  });
});

test.each([
  [0, 6],
  [0.0975, 8],
  [0.19, 12],
  [0.36, 19],
])('a path that loses the share %f gets each question at least %i times', (loss, sendings) => {
  const lossy = live(60, () => loss);
  expect(lossy.leastSendings).toBe(sendings);
  expect(loss ** lossy.leastSendings * 100_000).toBeLessThan(0.001);
});

test('the timeout follows the round trip', () => {
  expect(createWindow().timeoutMs).toBe(500);
  expect(live(5, () => 0, 0.2).timeoutMs).toBe(60);
  expect(live(5, () => 0, 100).timeoutMs).toBeCloseTo(340, -2);
  expect(live(5, () => 0, 5000).timeoutMs).toBe(1500);
});
