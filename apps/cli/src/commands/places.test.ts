import { expect, it } from 'vitest';
import { readArguments } from '../input/arguments.ts';
import type { Commands } from './command.ts';
import { placesCommand } from './places.ts';

/** The command refers to no other. */
const none: Commands = { find: async () => null, names: async () => [], all: async () => ({ tools: [], others: [] }) };

const read = (...args: string[]) =>
  placesCommand.read(
    readArguments(
      ['add', 'Frankfurt', ...args],
      placesCommand.options.flatMap(({ options }) => options),
    ),
    none,
  );

it.each([
  [['--at', '50.11,8.68'], 50.11, 8.68],
  [['--at', '-33.87,151.21'], -33.87, 151.21],
  [['--at=-90, -180'], -90, -180],
  [['--at', '0,0'], 0, 0],
  [[], null, null],
])('a place is where %j says', async (args, latitude, longitude) => {
  expect(await read(...args)).toMatchObject({ asked: { action: 'add', place: { latitude, longitude } } });
});

it.each([
  '50.11',
  '50.11,8.68,1',
  '91,0',
  '0,180.5',
  '-90.000001,0',
  'Frankfurt',
  '',
  '5e1,8',
  '50.1234567,8',
  'NaN,0',
])('a place cannot be at %j', async (at) => {
  expect(await read('--at', at)).toEqual({
    problem: '--at takes a latitude from -90 to 90 and a longitude from -180 to 180, such as 50.11,8.68.',
  });
});
