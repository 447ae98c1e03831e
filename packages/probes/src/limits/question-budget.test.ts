import { describe, expect, test } from 'vitest';
import type { RateLimit } from './allowance.ts';
import { createMemoryBudget } from './question-budget.ts';
import { SLICES } from './sliding-window.ts';

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

describe('a budget divided between clients', () => {
  const whole = [{ units: 1200, windowMs: 600_000 }];
  const takeAll = async (budget: ReturnType<typeof createMemoryBudget>, ...clients: string[]) => {
    let taken = 0;
    for (;;) {
      const { questions } = await budget.take('example.com', 10, clients);
      if (questions === 0) return taken;
      taken += questions;
    }
  };

  test('lets one client use half, and however many follow, leaves something for the next one', async () => {
    const budget = createMemoryBudget(whole, () => 0);
    const taken: number[] = [];
    for (let client = 0; client < 8; client += 1) taken.push(await takeAll(budget, `203.0.113.${client}`));
    expect(taken.slice(0, 4)).toEqual([600, 300, 150, 75]);
    expect(Math.min(...taken)).toBeGreaterThan(0);
  });

  test('divides it equally between clients who ask at the same time', async () => {
    const budget = createMemoryBudget(whole, () => 0);
    const taken = [0, 0, 0];
    for (let round = 0; round < 200; round += 1) {
      for (const client of [0, 1, 2])
        taken[client] = (taken[client] ?? 0) + (await budget.take('a.example', 2, [`c${client}`])).questions;
    }
    for (const one of taken) expect(Math.abs(one - 300)).toBeLessThanOrEqual(4);
  });

  test('counts the questions of a joined lookup for each of those who wait, in equal parts', async () => {
    const budget = createMemoryBudget(whole, () => 0);
    await budget.take('example.com', 400, ['a', 'b']);
    // 200 each: both may hold half of what is then left, and no more than 1200 were ever granted.
    expect(await takeAll(budget, 'a')).toBe(Math.floor((800 - 200) / 2));
    expect(await takeAll(budget, 'b')).toBe(Math.floor((500 - 200) / 2));
  });

  test('judges a joined lookup by the client that holds least, so that nobody is harmed by one who joins', async () => {
    const budget = createMemoryBudget(whole, () => 0);
    await takeAll(budget, 'greedy');
    expect((await budget.take('example.com', 50, ['greedy', 'stranger'])).questions).toBe(50);
    expect((await budget.take('example.com', 50, ['greedy'])).questions).toBe(0);
  });

  test('counts a /48 network as four clients, however many it is split into', async () => {
    const budget = createMemoryBudget(whole, () => 0);
    let taken = 0;
    for (let network = 0; network < 200; network += 1) {
      taken += await takeAll(budget, `2001:db8:1:${network.toString(16)}::/64`);
    }
    // Four clients hold four fifths.
    expect(taken).toBeLessThanOrEqual(960);
    expect(await takeAll(budget, '203.0.113.1')).toBeGreaterThanOrEqual(120);
  });

  test('says when a client may ask again: when what it asked leaves the window', async () => {
    const clock = { ms: 1_000_000 };
    const budget = createMemoryBudget(whole, () => clock.ms);
    await takeAll(budget, 'a');
    const { questions, retryInMs } = await budget.take('example.com', 1, ['a']);
    expect(questions).toBe(0);
    expect(retryInMs).toBeGreaterThan(585_000);
    expect(retryInMs).toBeLessThanOrEqual(615_000);
    clock.ms += retryInMs;
    expect((await budget.take('example.com', 1, ['a'])).questions).toBe(1);
  });

  test('with room for one question only, gives it to a client that has asked nothing', async () => {
    const budget = createMemoryBudget([{ units: 1, windowMs: 1000 }], () => 0);
    expect((await budget.take('example.com', 1, ['a'])).questions).toBe(1);
  });
});
