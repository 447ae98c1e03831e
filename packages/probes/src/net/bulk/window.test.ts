import { describe, expect, test } from 'vitest';
import { createWindow } from './window.ts';

/** Epochs in which every question is answered after `roundTripMs`, apart from those lost. */
function live(epochs: number, lossOf: (size: number) => number, roundTripMs = 20) {
  const window = createWindow();
  window.measure(roundTripMs);
  let nowMs = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const lost = Math.round(window.size * lossOf(window.size));
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

  test('finds the limit of a resolver that drops queries above it', () => {
    const { size } = live(60, (now) => Math.max(0, 1 - 300 / now));
    expect(size).toBeGreaterThan(200);
    expect(size).toBeLessThan(500);
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

test('the timeout follows the round trip', () => {
  expect(createWindow().timeoutMs).toBe(500);
  expect(live(5, () => 0, 0.2).timeoutMs).toBe(60);
  expect(live(5, () => 0, 100).timeoutMs).toBeCloseTo(340, -2);
  expect(live(5, () => 0, 5000).timeoutMs).toBe(1500);
});
