import { expect, it } from 'vitest';
import type { WorkOwner } from '../work/work.ts';
import { countInStrangeZones } from './strange-zones.ts';
import { createTargetLimits } from './target-limits.ts';

const never = new AbortController().signal;
const of = (...clients: string[]): WorkOwner => ({ clients: () => clients, isBackground: false });

/** Limits of 240 questions in ten minutes, on a clock that stands still. */
function setUp() {
  const rules = [{ units: 240, windowMs: 600_000 }];
  const limits = createTargetLimits(
    { zoneBudget: rules, tlsBudget: null, serverBudget: null, webBudget: null },
    () => 0,
  );
  return async (client: string, name: string, count: number, target = 'evil.example') => {
    const countQuestion = countInStrangeZones(limits, { owner: of(client), target });
    const results = await Promise.allSettled(
      Array.from({ length: count }, (_, index) => countQuestion?.(`n${index}.${name}`, never)),
    );
    return results.filter(({ status }) => status === 'fulfilled').length;
  };
}

it('a client may ask about the names of a strange zone half as much as all may, in all of its lookups', async () => {
  const ask = setUp();
  expect(await ask('a', 'victim.example', 80)).toBe(80);
  expect(await ask('a', 'victim.example', 80)).toBe(40);
});

it('clients who ask about a strange zone as much as they can leave something for each one who comes later', async () => {
  const ask = setUp();
  const counts: number[] = [];
  for (const client of ['a', 'b', 'c', 'd', 'e']) counts.push(await ask(client, 'victim.example', 300));
  expect(counts).toEqual([120, 60, 30, 15, 7]);
});

it('the zone of the target itself, and zones above registrable domains, are not counted', async () => {
  const ask = setUp();
  expect(await ask('a', 'www.evil.example', 300)).toBe(300);
  expect(await ask('a', 'evil.example', 300, 'www.evil.example:8443')).toBe(300);
});

it('other zones have budgets of their own', async () => {
  const ask = setUp();
  await ask('a', 'victim.example', 200);
  expect(await ask('a', 'other.example', 50)).toBe(50);
});

it('a question that is given up does not keep others of its lookup from being counted', async () => {
  const rules = [{ units: 10, windowMs: 1000 }];
  const limits = createTargetLimits({ zoneBudget: rules, tlsBudget: null, serverBudget: null, webBudget: null });
  await limits.zoneBudget?.take('victim.example', 10);
  const countQuestion = countInStrangeZones(limits, { owner: of('a'), target: 'evil.example' });
  const leaving = new AbortController();
  const first = countQuestion?.('one.victim.example', leaving.signal);
  const second = countQuestion?.('two.victim.example', never);
  await new Promise((resolve) => setTimeout(resolve, 20));
  leaving.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect(second).resolves.toBeUndefined();
});
