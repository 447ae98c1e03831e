import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Release } from '../async/semaphore.ts';
import { createFairSlots, type FairSlots } from './fair-slots.ts';
import type { WorkOwner } from './work.ts';

const never = new AbortController().signal;
const lookupOf = (...clients: string[]): WorkOwner => ({ clients: () => clients, isBackground: false });
const listOf = (client: string): WorkOwner => ({ clients: () => [client], isBackground: true });
const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** Asks for slots, and collects how to return those that were given. */
function ask(slots: FairSlots, owner: WorkOwner, count: number, signal: AbortSignal = never): Release[] {
  const given: Release[] = [];
  for (const _ of many(count)) {
    slots.acquire(signal, owner).then(
      (release) => given.push(release),
      () => {},
    );
  }
  return given;
}

describe('slots', () => {
  it('are all for a program with one user, in order of arrival', async () => {
    const slots = createFairSlots(10);
    const held = await Promise.all(many(10).map(() => slots.acquire(never)));
    const order: number[] = [];
    for (const index of many(3)) void slots.acquire(never).then(() => order.push(index));
    for (const release of held) release();
    await settled();
    expect(order).toEqual([0, 1, 2]);
    expect(slots.inUse).toBe(3);
  });

  it('are left to others by a client that wants all: one fifth of them', async () => {
    const slots = createFairSlots(500);
    const flood = ask(slots, lookupOf('greedy'), 5000);
    await settled();
    expect(flood).toHaveLength(400);
    const visit = ask(slots, lookupOf('visitor'), 60);
    await settled();
    expect(visit).toHaveLength(60);
  });

  it('are left to visitors by lists: one half of them', async () => {
    const slots = createFairSlots(500);
    const list = ask(slots, listOf('list one'), 5000);
    await settled();
    expect(list).toHaveLength(250);
  });

  it('go to the client that holds fewest, then to its lookup that holds fewest', async () => {
    const slots = createFairSlots(4);
    const [big, small] = [lookupOf('a'), lookupOf('a')];
    const held = [...many(3).map(() => big), lookupOf('b')].map((owner) => slots.acquire(never, owner));
    const releases = await Promise.all(held.slice(0, 1));
    const order: string[] = [];
    const wait = (name: string, owner: WorkOwner) => void slots.acquire(never, owner).then(() => order.push(name));
    for (const [name, owner] of [
      ['big', big],
      ['small', small],
      ['b', lookupOf('b')],
    ] as const)
      wait(name, owner);
    wait('list', listOf('list one'));
    releases[0]?.();
    await settled();
    expect(order[0]).toBe('b');
  });

  it('are taken back from the client that holds most when none is free', async () => {
    const slots = createFairSlots(8);
    for (const client of many(40)) ask(slots, lookupOf(`client ${client % 2}`), 1);
    await settled();
    const before = slots.inUse;
    const visits = many(6).map((index) => ask(slots, lookupOf(`visitor ${index}`), 1));
    await settled();
    expect(visits.every((given) => given.length === 1)).toBe(true);
    expect(slots.inUse).toBeGreaterThanOrEqual(before);
    expect(slots.inUse).toBeLessThanOrEqual(8);
  });

  it('are returned once, whether or not they were taken back before', async () => {
    const slots = createFairSlots(2);
    const releases = await Promise.all([slots.acquire(never), slots.acquire(never)]);
    for (const release of [...releases, ...releases]) release();
    expect(slots.inUse).toBe(0);
  });

  it('are not waited for after the signal has fired', async () => {
    const slots = createFairSlots(1);
    await slots.acquire(never, lookupOf('a'));
    const gone = new AbortController();
    const waiting = slots.acquire(gone.signal, lookupOf('a'));
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(slots.waiting).toBe(0);
  });
});

describe('whatever is asked and returned in whichever order', () => {
  const step = fc.record({
    client: fc.integer({ min: 0, max: 6 }),
    asks: fc.integer({ min: 0, max: 12 }),
    returns: fc.integer({ min: 0, max: 12 }),
    isList: fc.boolean(),
  });

  it('no more than all slots are in use, and a client that holds none gets one at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: 40 }), fc.array(step, { maxLength: 30 }), async (count, steps) => {
        const slots = createFairSlots(count);
        const given = await play(slots, steps, () => expect(slots.inUse).toBeLessThanOrEqual(count));
        const visit = ask(slots, lookupOf('visitor'), 1);
        await settled();
        expect(visit).toHaveLength(1);
        await returnAll(slots, [given, visit]);
        expect(slots).toMatchObject({ inUse: 0, waiting: 0 });
      }),
      { numRuns: 200 },
    );
  });
});

interface Step {
  readonly client: number;
  readonly asks: number;
  readonly returns: number;
  readonly isList: boolean;
}

/** Asks for slots and returns some, step by step. */
async function play(slots: FairSlots, steps: readonly Step[], check: () => void): Promise<Release[]> {
  const owners = new Map<string, WorkOwner>();
  const given: Release[] = [];
  for (const { client, asks, returns, isList } of steps) {
    const name = isList ? `list ${client}` : `client ${client}`;
    const owner = owners.get(name) ?? (isList ? listOf(name) : lookupOf(name));
    owners.set(name, owner);
    for (const _ of many(asks)) void slots.acquire(never, owner).then((release) => given.push(release));
    await settled();
    for (const release of given.splice(0, returns)) release();
    await settled();
    check();
  }
  return given;
}

/** Returns everything, until nobody waits and nothing is held. */
async function returnAll(slots: FairSlots, held: readonly Release[][]): Promise<void> {
  for (let round = 0; round < 1000 && slots.inUse + slots.waiting > 0; round += 1) {
    for (const releases of held) for (const release of releases.splice(0)) release();
    await settled();
  }
}
