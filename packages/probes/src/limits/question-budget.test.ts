import { expect, test } from 'vitest';
import type { RateLimit } from './allowance.ts';
import { createMemoryBudget, SLICES } from './question-budget.ts';

const rules: readonly RateLimit[] = [
  { units: 200, windowMs: 1000 },
  { units: 2000, windowMs: 60_000 },
];

function budgetAt(maxZones?: number) {
  const clock = { ms: 5_000_017 };
  return { clock, budget: createMemoryBudget(rules, () => clock.ms, maxZones) };
}

test('never grants even a greedy caller more than a rule allows in any window', async () => {
  const { clock, budget } = budgetAt();
  const granted: { atMs: number; questions: number }[] = [];
  // Odd steps, so that requests fall on every position within a slice.
  for (let step = 0; step < 4000; step += 1) {
    clock.ms += 7 + ((step * 7919) % 83);
    const { questions } = await budget.take('example.com', 50);
    if (questions > 0) granted.push({ atMs: clock.ms, questions });
  }
  for (const { units, windowMs } of rules) {
    const sums = granted.map(({ atMs }) =>
      granted.reduce((sum, one) => (one.atMs >= atMs && one.atMs < atMs + windowMs ? sum + one.questions : sum), 0),
    );
    expect(Math.max(...sums)).toBeLessThanOrEqual(units);
    // Verifies that questions were granted at all.
    expect(Math.max(...sums)).toBeGreaterThan(units * 0.9);
  }
});

test('grants what is left, and then says when to retry', async () => {
  const { clock, budget } = budgetAt();
  expect(await budget.take('example.com', 150)).toEqual({ questions: 150, retryInMs: 0, quarterFreeInMs: 0 });
  expect((await budget.take('example.com', 150)).questions).toBe(50);
  const { questions, retryInMs, quarterFreeInMs } = await budget.take('example.com', 1);
  expect(questions).toBe(0);
  expect(retryInMs).toBeGreaterThan(1000 - 1000 / SLICES);
  expect(retryInMs).toBeLessThanOrEqual(1000 + 1000 / SLICES);
  expect(quarterFreeInMs).toBe(retryInMs);
  clock.ms += retryInMs - 1;
  expect((await budget.take('example.com', 1)).questions).toBe(0);
  clock.ms += 1;
  expect((await budget.take('example.com', 1)).questions).toBe(1);
});

test('reports when a quarter is available again, not just the first question', async () => {
  const { clock, budget } = budgetAt();
  await budget.take('example.com', 20);
  for (let second = 0; second < 20; second += 1) {
    clock.ms += 1100;
    await budget.take('example.com', 200);
  }
  const { questions, retryInMs, quarterFreeInMs } = await budget.take('example.com', 1);
  expect(questions).toBe(0);
  expect(quarterFreeInMs).toBeGreaterThan(retryInMs);
  clock.ms += quarterFreeInMs;
  let free = 0;
  for (let second = 0; second < 5; second += 1) {
    free += (await budget.take('example.com', 200)).questions;
    clock.ms += 1026;
  }
  expect(free).toBeGreaterThanOrEqual(500);
});

test('keeps separate budgets for zones, and removes a zone when none of its questions counts any more', async () => {
  const { clock, budget } = budgetAt();
  await budget.take('a.example', 200);
  expect((await budget.take('b.example', 200)).questions).toBe(200);
  expect(budget.size).toBe(2);
  clock.ms += 62_000;
  await budget.take('c.example', 1);
  expect(budget.size).toBe(1);
});

test('gives zones for which there is no room one shared budget, and displaces no other', async () => {
  const { budget } = budgetAt(2);
  await budget.take('a.example', 200);
  await budget.take('b.example', 1);
  expect((await budget.take('c.example', 150)).questions).toBe(150);
  expect((await budget.take('d.example', 150)).questions).toBe(50);
  expect((await budget.take('a.example', 1)).questions).toBe(0);
  expect(budget.size).toBe(3);
});
