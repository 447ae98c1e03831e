import { describe, expect, it } from 'vitest';
import { createOutage, type Ended } from './outage.ts';

const MINUTE_MS = 60_000;

/** Measurements of targets, one after the other. */
function watches() {
  const said: boolean[] = [];
  const outage = createOutage((isAway) => said.push(isAway));
  let nowMs = 0;
  const note = (owner: string, target: string, failure: string | null, more: Partial<Ended> = {}) =>
    outage.note({ owner, target, failure, isKnown: true, ...more }, nowMs);
  return {
    said,
    note,
    all: (owner: string, count: number, failure: string | null, more: Partial<Ended> = {}) =>
      Array.from({ length: count }, (_, at) => note(owner, `${owner}-${at}.example`, failure, more)),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('an outage of this server', () => {
  it('is told once when nearly all targets fail, and once when they answer again; failures meanwhile are not believed', () => {
    const { said, all, wait } = watches();
    all('a', 10, null);
    wait(MINUTE_MS);
    const believed = all('a', 10, 'timeout');
    expect(believed.slice(-2)).toEqual([false, false]);
    wait(MINUTE_MS);
    expect(all('a', 10, 'timeout')).toEqual(Array(10).fill(false));
    wait(MINUTE_MS);
    expect(all('a', 10, null)).toEqual(Array(10).fill(true));
    expect(said).toEqual([true, false]);
  });

  it('is not assumed from a few targets, nor from failures that only a target can have', () => {
    const { said, all } = watches();
    expect(all('a', 4, 'timeout')).toEqual([true, true, true, true]);
    expect(all('b', 30, 'refused')).toEqual(Array(30).fill(true));
    expect(said).toEqual([]);
  });

  it('is not made up by one owner whose many targets fail, while those of others answer', () => {
    const { said, all, note } = watches();
    all('victim', 2, null);
    all('attacker', 500, 'timeout');
    expect(note('victim', 'victim-0.example', 'timeout')).toBe(true);
    expect(said).toEqual([]);
  });

  it('is not assumed from targets that have never answered', () => {
    const { said, all, note } = watches();
    all('attacker', 500, 'timeout', { isKnown: false });
    expect(note('victim', 'shop.example', 'timeout')).toBe(true);
    expect(said).toEqual([]);
  });

  it('is forgotten with the measurements that showed it', () => {
    const { said, all, note, wait } = watches();
    all('a', 10, 'timeout');
    wait(30 * MINUTE_MS);
    expect(note('b', 'shop.example', null)).toBe(true);
    expect(said).toEqual([true, false]);
  });
});
