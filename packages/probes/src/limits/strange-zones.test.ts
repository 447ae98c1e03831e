import { expect, it } from 'vitest';
import { answersAddress, scriptedResolver } from '../testing/scripted-net.ts';
import type { WorkOwner } from '../work/work.ts';
import { withinStrangeZones } from './strange-zones.ts';
import { createTargetLimits } from './target-limits.ts';

const never = new AbortController().signal;
const of = (client: string): WorkOwner => ({ clients: () => [client], isBackground: false });

/** Limits of 200 questions in ten minutes, on a clock that stands still. */
function setUp() {
  const rules = [{ units: 200, windowMs: 600_000 }];
  const limits = createTargetLimits({ zoneBudget: rules, tlsBudget: null, serverBudget: null }, () => 0);
  const { net, asked } = scriptedResolver(answersAddress);
  const ask = async (client: string, name: string, count: number, target = 'evil.example') => {
    const within = withinStrangeZones(net, limits, { owner: of(client), target });
    const results = await Promise.allSettled(
      Array.from({ length: count }, (_, index) => within.ask({ name: `n${index}.${name}`, type: 1 }, never)),
    );
    return results.filter(({ status }) => status === 'fulfilled').length;
  };
  return { ask, asked };
}

it('a client may ask about the names of a strange zone half as much as all may, in all of its lookups', async () => {
  const { ask } = setUp();
  const answered = [await ask('a', 'victim.example', 80), await ask('a', 'victim.example', 80)];
  expect(answered[0]).toBe(80);
  expect(answered[1]).toBe(20);
  expect(await ask('b', 'victim.example', 80)).toBe(80);
  expect(await ask('c', 'victim.example', 80)).toBe(20);
});

it('the zone of the target itself, and zones above registrable domains, are not counted', async () => {
  const { ask, asked } = setUp();
  expect(await ask('a', 'www.evil.example', 300)).toBe(300);
  expect(await ask('a', 'evil.example', 300, 'www.evil.example:8443')).toBe(300);
  expect(asked).toHaveLength(600);
});

it('other zones have budgets of their own', async () => {
  const { ask } = setUp();
  await ask('a', 'victim.example', 200);
  expect(await ask('a', 'other.example', 50)).toBe(50);
});
