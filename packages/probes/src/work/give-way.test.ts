import { expect, it } from 'vitest';
import { mustGiveWay } from './give-way.ts';
import { nobody, type WorkOwner } from './work.ts';

const of = (...clients: string[]): WorkOwner => ({ clients: () => clients, isBackground: false });
const list: WorkOwner = { clients: () => ['list one'], isBackground: true };
const running = (...owners: WorkOwner[]) => owners.map((owner, number) => ({ owner, number }));

it('what a client has most of gives way, the earliest first', () => {
  expect(mustGiveWay(running(of('b'), of('a'), of('a'), of('a')), of('c'))).toMatchObject({ number: 1 });
});

it('nothing gives way to a client that would then have as many', () => {
  expect(mustGiveWay(running(of('a'), of('b')), of('c'))).toBeNull();
  expect(mustGiveWay(running(of('a'), of('a')), of('a'))).toBeNull();
});

it('what several wait for counts for the one that has fewest', () => {
  expect(mustGiveWay(running(of('a', 'visitor'), of('a'), of('a')), of('c'))).toMatchObject({ number: 1 });
});

it('lists give way to visitors, and not the other way round', () => {
  expect(mustGiveWay(running(of('a'), of('a'), of('a'), list), of('a'))).toMatchObject({ number: 3 });
  expect(mustGiveWay(running(of('a')), list)).toBeNull();
});

it('work of nobody in particular is never ended', () => {
  expect(mustGiveWay(running(nobody, nobody, nobody), of('a'))).toBeNull();
});
