import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { KilledWorld, Told } from './killed-world.ts';

/** The longest time between two kills. */
const LONGEST_MS = 2_500;
const LOOK_MS = 500;
/** A worker that was killed is missed when its lease of 30 seconds ends; a delivery may have to wait for a minute. */
const PATIENCE_MS = 300_000;

/**
 * Changes every name again as soon as its last change was told, while parts of the installation are killed at random
 * moments; then expects that each change was told once, under one id, however often it was sent.
 */
export async function surviveKills(world: KilledWorld, kills: number): Promise<void> {
  await settle(world);
  const numbers = new Map(world.watched.map(({ id }) => [id, 0]));
  const killed: string[] = [];
  const killing = (async () => {
    while (killed.length < kills) {
      await sleep(Math.random() * LONGEST_MS);
      const part = world.parts[Math.floor(Math.random() * world.parts.length)];
      await part?.kill();
      killed.push(part?.name ?? 'nothing');
    }
  })();
  let changes: readonly Told[] = [];
  const isTold = (id: string) => changes.some(({ watchId, number }) => watchId === id && number === numbers.get(id));
  const next = (id: string, label: string) => {
    const number = (numbers.get(id) ?? 0) + 1;
    numbers.set(id, number);
    world.names.change(label, number);
  };
  for (const { id, label } of world.watched) next(id, label);
  while (killed.length < kills) {
    await sleep(LOOK_MS);
    // The server is away now and then.
    changes = await world.changes().catch(() => changes);
    for (const { id, label } of world.watched) if (isTold(id)) next(id, label);
  }
  await killing;
  const planted = [...numbers].flatMap(([id, last]) => Array.from({ length: last }, (_, at) => `${id} ${at + 1}`));
  const keyOf = ({ watchId, number }: Told) => `${watchId} ${number}`;
  await eventuallyEqual(async () => new Set((await world.changes()).map(keyOf)), new Set(planted));
  await eventuallyEqual(async () => new Set(world.messages().map(keyOf)), new Set(planted));
  // Told once: as many changes as were planted, and of each one id.
  expect((await world.changes()).map(keyOf).toSorted()).toEqual(planted.toSorted());
  const ids = new Set(world.messages().map((one) => `${keyOf(one)} ${one.id}`));
  expect(ids.size).toBe(planted.length);
}

/** What was measured only once, at the very beginning, is no state that can change. */
async function settle({ watched, checkedAt, changes }: KilledWorld): Promise<void> {
  const measured = new Set<string>();
  await eventuallyEqual(async () => {
    for (const [id, at] of await checkedAt()) if (at !== null) measured.add(`${id} ${at}`);
    return watched.every(({ id }) => [...measured].filter((one) => one.startsWith(id)).length >= 2);
  }, true);
  expect(await changes()).toEqual([]);
}

async function eventuallyEqual<Value>(look: () => Promise<Value>, wanted: Value): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      expect(await look()).toEqual(wanted);
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(LOOK_MS);
    }
  }
}
