import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Facts, factsFrom } from '@sonde/contract/fact/fact';
import { emptyMemory } from '@sonde/service/watches/memory';
import { observeAnswer, type Watching } from '@sonde/service/watches/observe';
import { createStore, type Store } from '../../apps/api/src/stores/store.ts';
import { recordStep } from '../../apps/api/src/watches/record-step.ts';
import { memoryOf } from '../../apps/api/src/watches/watch-memory.ts';
import { unmeasured } from '../../apps/api/src/watches/watch-store.ts';
import { sized } from '../effort.ts';
import type { Part } from '../service/part.ts';
import { octetsIn } from '../watch/watching-server.ts';
import { type Cost, growthOf } from './growth.ts';

const SIZES = sized([10, 100, 1_000], { quick: [3, 30, 300], smoke: [1, 2] });
const [HOUR_MS, HOURS] = [3_600_000, sized(24, { smoke: 4 })];
/** Measurements until the state of a watch is known. */
const LEARNING = 8;
/** On a changing day, so many measurements show the same before the next change. */
const STEADY = 4;
const START_MS = Date.parse('2026-11-01T00:00:00Z');
const watching: Watching = { rules: {}, quiet: [], everySeconds: 3_600, confirmSeconds: 60, newId: randomUUID };

interface Day {
  readonly octets: number;
  readonly cpuMs: number;
}

/**
 * What a stored day of a watch costs that is measured once an hour: octets of the embedded database, and processor time of
 * observing and storing; without the lookups, and without the answers that are kept beside new states.
 */
export async function growthOfWatchedDays(): Promise<readonly Part[]> {
  const days: Record<'steady' | 'changing', { octets: Cost[]; cpu: Cost[] }> = {
    steady: { octets: [], cpu: [] },
    changing: { octets: [], cpu: [] },
  };
  for (const many of SIZES) {
    const { steady, changing } = await daysOf(many);
    for (const [kind, day] of [
      ['steady', steady],
      ['changing', changing],
    ] as const) {
      days[kind].octets.push({ many, each: day.octets / many });
      days[kind].cpu.push({ many, each: day.cpuMs / many });
    }
  }
  const part = (what: string, costs: readonly Cost[]) => growthOf({ what, of: 'watches', slack: 10 }, costs);
  const changes = `a day with ${HOURS / STEADY} changes of a watch`;
  return [
    part('a day of a watch in which nothing changes: octets', days.steady.octets),
    part('a day of a watch in which nothing changes: ms of processor', days.steady.cpu),
    part(`${changes}: octets`, days.changing.octets),
    part(`${changes}: ms of processor`, days.changing.cpu),
  ];
}

async function daysOf(many: number): Promise<Readonly<Record<'steady' | 'changing', Day>>> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-growth-'));
  try {
    const ids = Array.from({ length: many }, () => randomUUID());
    await during(folder, (store) => begin(store, ids));
    await during(folder, (store) => measureAll(store, ids, { from: 0, count: LEARNING, changes: false }));
    const day = async (from: number, changes: boolean): Promise<Day> => {
      const octets = await octetsIn(folder);
      const cpuMs = await during(folder, (store) => measureAll(store, ids, { from, count: HOURS, changes }));
      return { octets: (await octetsIn(folder)) - octets, cpuMs };
    };
    return { steady: await day(LEARNING, false), changing: await day(LEARNING + HOURS, true) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Only of a store that was closed is everything in its place. */
async function during<Result>(dataDir: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = createStore({ dataDir, databaseUrl: null }, { onError: () => {} });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function begin(store: Store, ids: readonly string[]): Promise<void> {
  const at = new Date(START_MS).toISOString();
  const asked = { tool: 'dns', name: '', places: null, quiet: '[]', every_s: watching.everySeconds };
  for (const [number, id] of ids.entries()) {
    const target = `name-${number}.example`;
    const row = { id, owner: 'member:bench', target, query: JSON.stringify({ domain: target }), ...asked };
    await store.use((db) =>
      db
        .insertInto('watches')
        .values({ ...row, ...unmeasured, made_at: at, next_at: at })
        .execute(),
    );
  }
}

interface Measurements {
  readonly from: number;
  readonly count: number;
  readonly changes: boolean;
}

/** Measures all watches in turn, once an hour; returns the milliseconds of processor. */
async function measureAll(store: Store, ids: readonly string[], { from, count, changes }: Measurements) {
  const used = process.cpuUsage();
  for (let hour = from; hour < from + count; hour += 1) {
    const facts = factsOf(changes ? 1 + Math.floor((hour - from) / STEADY) : 0);
    for (const id of ids) await measureOne(store, id, facts, START_MS + hour * HOUR_MS);
  }
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
}

function measureOne(store: Store, id: string, facts: Facts, nowMs: number): Promise<boolean> {
  return store.use(async (db) => {
    const row = await db.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const step = observeAnswer(memoryOf(row) ?? emptyMemory, watching, { facts, ends: [], atMs: nowMs });
    const nextAt = new Date(nowMs + HOUR_MS);
    return recordStep(db, {
      ...{ row, step, failure: null, nowMs, nextAt, keep: async () => null },
      ...{ tell: async () => {}, send: async () => {} },
    });
  });
}

/** The records of a small company; its mail servers change. */
const factsOf = (version: number): Facts =>
  factsFrom([
    ['records/A', ['shop.example 192.0.2.1']],
    ['records/AAAA', ['shop.example 2001:db8::1']],
    ['records/MX', [`shop.example 10 mx${version}.shop.example.`, 'shop.example 20 mx.shop.example.']],
    ['records/TXT', ['shop.example "v=spf1 mx -all"']],
    ['records/CAA', ['shop.example 0 issue "ca.example"']],
    ['records/NS', ['shop.example ns1.host.example.', 'shop.example ns2.host.example.']],
    ['dnssec', 'validated'],
  ]);
