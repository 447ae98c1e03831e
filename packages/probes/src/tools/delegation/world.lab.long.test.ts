import { type DelegationWorld, startDelegationWorld } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSaidByDelv, judged } from '../../testing/delegation-expectations.ts';

let world: DelegationWorld;
let delv: Awaited<ReturnType<DelegationWorld['delv']>>;

beforeAll(async () => {
  world = await startDelegationWorld();
  delv = await world.delv(judged.map(([name]) => name));
}, 240_000);
afterAll(() => world?.stop());

test('delv was asked for every zone with a verdict', () => {
  expect(delv.size).toBe(judged.length);
});

test.each(judged)('%s has the same verdict by delv', (name, [verdict]) => expectSaidByDelv(delv.get(name), verdict));
