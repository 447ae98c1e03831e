import { type Facts, factsFrom, setOf } from '@sonde/contract/fact/fact';
import type { WatchMemory } from '../watches/memory.ts';
import type { FoundChange, Watching } from '../watches/observe.ts';
import { observeAnswer, observeFailure } from '../watches/observe.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A change of the world at a time, in seconds. */
export interface Planted {
  readonly atS: number;
  readonly path: string;
  readonly value: string | readonly string[] | null;
}

const START_MS = Date.parse('2026-11-01T00:00:00.000Z');
export const EVERY_S = 900;
const CONFIRM_S = 60;
const HOURS = 72;
const AWAY_FROM_S = 30 * 3_600;
const AWAY_UNTIL_S = 32 * 3_600;

const START: Readonly<Record<string, string | readonly string[] | null>> = {
  'records/AAAA': ['shop.test 2001:db8::1', 'shop.test 2001:db8::2'],
  'records/MX': ['shop.test 10 mx1.shop.test.', 'shop.test 20 mx2.shop.test.'],
  'records/NS': ['shop.test ns1.host.test.', 'shop.test ns2.host.test.'],
  'records/TXT': ['shop.test "v=spf1 mx -all"'],
  'records/CAA': [],
  'records/DS': ['shop.test 12345 13 2 abcd'],
  'records/SOA': ['shop.test ns1.host.test. admin.shop.test. 7200 3600 1209600 300'],
  dnssec: 'validated',
};

/** What is measured of one name: a round robin of eight, three of which are in each answer, and records that are still. */
function worldOf(planted: readonly Planted[], random: () => number, noise: number) {
  const paths = [...new Set([...Object.keys(START), ...planted.map(({ path }) => path)])];
  const truthAt = (path: string, atS: number) =>
    planted.filter((one) => one.path === path && one.atS <= atS).at(-1)?.value ?? START[path] ?? null;
  return function measure(atS: number): Facts {
    const pool = Array.from({ length: 8 }, (_, index) => `shop.test 192.0.2.${index + 1}`);
    const turned = pool.toSorted(() => random() - 0.5).slice(0, 3);
    return factsFrom([
      ['records/A', setOf(turned)],
      ...paths.map((path) => {
        const value = truthAt(path, atS);
        // A server that is behind, or an answer that is cut short; or this type was not measured.
        if (random() < noise) return [path, undefined] as const;
        if (random() < noise) return [path, Array.isArray(value) ? value.slice(1) : value] as const;
        if (random() < noise) return [path, Array.isArray(value) ? [...value, `stale ${random()}`] : value] as const;
        return [path, value] as const;
      }),
    ]);
  };
}

export interface ToldChange extends FoundChange {
  /** When it was told, in seconds. */
  readonly toldAtS: number;
}

/** Watches the world for some days, with a clock of its own. The resolver is away for two hours. */
export function watchWorld(planted: readonly Planted[], seed: number, noise: number): readonly ToldChange[] {
  const random = randomFrom(seed);
  const measure = worldOf(planted, random, noise);
  let id = 0;
  const watching: Watching = {
    rules: {},
    quiet: [],
    everySeconds: EVERY_S,
    confirmSeconds: CONFIRM_S,
    newId: () => String(++id),
  };
  const told: ToldChange[] = [];
  let memory: WatchMemory | null = null;
  let atS = 0;
  while (atS <= HOURS * 3_600) {
    const isAway = atS >= AWAY_FROM_S && atS < AWAY_UNTIL_S;
    const atMs = START_MS + atS * 1000;
    const done = isAway
      ? observeFailure(memory, watching, 'timeout', atMs)
      : observeAnswer(memory, watching, { facts: measure(atS), ends: [], atMs });
    memory = JSON.parse(JSON.stringify(done.memory)) as WatchMemory;
    for (const change of done.changes) if (change.state === 'confirmed') told.push({ ...change, toldAtS: atS });
    atS += done.nextSeconds;
  }
  return told;
}
