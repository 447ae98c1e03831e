import { describe, expect, it } from 'vitest';
import { EVERY_S, type Planted, randomFrom, type ToldChange, watchWorld } from '../testing/simulated-world.ts';

const PATHS = ['records/MX', 'records/NS', 'records/TXT', 'records/CAA', 'records/DS', 'records/AAAA'];

/** Thirty changes at times that do not coincide with measurements, and not while the resolver is away. */
function plantedChanges(seed: number): readonly Planted[] {
  const random = randomFrom(seed * 7_919);
  return Array.from({ length: 30 }, (_, index): Planted => {
    const [fromS, spanS] = index < 12 ? [3_600, 8_000] : [33 * 3_600 - 12 * 7_500, 7_500];
    const atS = Math.floor(fromS + spanS * index + (random() * spanS) / 2);
    const path = PATHS[index % PATHS.length] ?? '';
    const isAddress = path === 'records/AAAA';
    const member = isAddress ? `shop.test 2001:db8::${index + 10}` : `shop.test value-${index}`;
    // Some are added to, some replace everything, and some leave nothing.
    const kind = Math.floor(random() * 3);
    const value =
      kind === 0 ? [member] : kind === 1 ? [member, `${member}0`] : index >= 6 && !isAddress ? [] : [member];
    return { atS, path, value };
  }).map((one, index, all) => {
    const before = all.filter((other, at) => at < index && other.path === one.path).at(-1)?.value;
    // What was empty gets something.
    return JSON.stringify(before) === JSON.stringify(one.value) ? { ...one, value: [`shop.test again-${index}`] } : one;
  });
}

describe('72 hours of a name with a round robin of eight, while the resolver is away for two hours', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('tell nothing if nothing has changed, whatever single answers lack: %i', (seed) => {
    const told = watchWorld([], seed, 0.01);
    expect(told.filter(({ kind }) => kind === 'changed')).toEqual([]);
    expect(told.map(({ kind }) => kind)).toEqual(['cannot-measure', 'back']);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('tell each of 30 changes once, within the interval and 90 seconds: %i', (seed) => {
    const planted = plantedChanges(seed);
    const told = watchWorld(planted, seed, 0).filter(({ kind }) => kind === 'changed');
    const late = planted.filter(({ atS, path, value }) => {
      const isIt = (one: ToldChange) => one.path === path && JSON.stringify(one.after) === JSON.stringify(value);
      const inTime = told.filter((one) => isIt(one) && one.toldAtS >= atS && one.toldAtS <= atS + EVERY_S + 90);
      return inTime.length !== 1;
    });
    expect(late).toEqual([]);
    expect(told).toHaveLength(planted.length);
  });
});
