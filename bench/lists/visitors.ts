import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { manyDomains, manyNames } from '@sonde/lab';
import { sized } from '../effort.ts';
import { rounded } from '../report.ts';
import { atMost, type Part } from '../service/part.ts';
import { cpuMs, type ServedSonde, serveSonde } from '../service/processes.ts';

/** Visitors' waiting times with and without a list, in pairs of consecutive phases. */
const PAIRS = sized(3, { quick: 1, smoke: 1 });
const PHASE_MS = sized(15_000, { quick: 5_000, smoke: 300 });
/** Twenty visitors per second, each with a name that was not queried before. */
const EVERY_MS = 50;
const LIST_TARGETS = sized(1_000, { smoke: 10 });
const POLL_MS = sized(1_000, { smoke: 50 });
const MOST_SLOWER = 1.1;

interface Phase {
  readonly isWithList: boolean;
  readonly times: readonly number[];
  readonly cpuMsPerSecond: number;
  /** Lookups of the list that finished in the phase. */
  readonly listed: number;
}

/**
 * The p95 of visitors' DNS lookups over HTTP, while the server runs a list of a thousand domains and while it does not.
 */
export async function measureVisitors(resolver: string, folder: string): Promise<Part> {
  const token = `sonde_${randomBytes(32).toString('base64url')}`;
  const sonde = await serveSonde(resolver, {
    SONDE_API_TOKENS: `bench:${createHash('sha256').update(token).digest('hex')}`,
    SONDE_DATA_DIR: folder,
  });
  try {
    const visitors = freshNames();
    const lists = listsOf(sonde, token);
    // Warms up the code of both.
    await lists.during(0, () => phase(sonde, visitors, null));
    const phases: Phase[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const without = () => phase(sonde, visitors, null);
      const during = () => lists.during(1 + pair, (done) => phase(sonde, visitors, done));
      for (const measure of pair % 2 === 0 ? [without, during] : [during, without]) phases.push(await measure());
    }
    return report(phases);
  } finally {
    await sonde.stop();
  }
}

function report(phases: readonly Phase[]): Part {
  const of = (isWithList: boolean) => phases.filter((one) => one.isWithList === isWithList);
  const times = (isWithList: boolean) => of(isWithList).flatMap((one) => one.times);
  const line = (isWithList: boolean) => {
    const [all, cpu] = [times(isWithList), of(isWithList).map(({ cpuMsPerSecond }) => cpuMsPerSecond)];
    const listed = of(isWithList).reduce((sum, one) => sum + one.listed, 0) / ((PAIRS * PHASE_MS) / 1000);
    return `visitors ${isWithList ? 'during a list' : 'alone        '}  ${all.length} lookups  p50 ${percentile(all, 0.5).toFixed(1)} ms   p95 ${percentile(all, 0.95).toFixed(1)} ms   p99 ${percentile(all, 0.99).toFixed(1)} ms   processor ${Math.round(cpu.reduce((a, b) => a + b, 0) / cpu.length)} ms/s${isWithList ? `   ${listed.toFixed(1)} lookups of the list a second` : ''}`;
  };
  const ratio = rounded(percentile(times(true), 0.95) / percentile(times(false), 0.95));
  return {
    targets: [
      atMost('visitors: p95 during a list / without', ratio, MOST_SLOWER),
      { what: 'lookups of the lists while visitors ask', ...atLeastOne(of(true)) },
    ],
    lines: [line(false), line(true)],
    rounds: phases.map(({ times: all, ...rest }) => ({
      ...rest,
      p50Ms: rounded(percentile(all, 0.5)),
      p95Ms: rounded(percentile(all, 0.95)),
    })),
  };
}

/** A stalled list would not slow visitors down. */
function atLeastOne(phases: readonly Phase[]) {
  const value = Math.min(...phases.map(({ listed }) => listed));
  const limit = (LIST_TARGETS / 60_000) * PHASE_MS;
  return { value, limit, isMet: value >= limit };
}

/** Sends requests at regular intervals, whether or not earlier ones are answered. */
async function phase(
  { address, pid }: ServedSonde,
  names: Iterator<string>,
  listDone: (() => Promise<number>) | null,
): Promise<Phase> {
  const [cpuBefore, doneBefore] = [await cpuMs(pid), (await listDone?.()) ?? 0];
  const startedAt = performance.now();
  const asked: Promise<number>[] = [];
  for (let next = startedAt; next < startedAt + PHASE_MS; next += EVERY_MS) {
    await wait(Math.max(0, next - performance.now()));
    const { value } = names.next();
    asked.push(ask(`${address}/api/v2/dnsRecords?domain=${value}`));
  }
  const times = await Promise.all(asked);
  const cpuMsPerSecond = ((await cpuMs(pid)) - cpuBefore) / ((performance.now() - startedAt) / 1000);
  const listed = ((await listDone?.()) ?? 0) - doneBefore;
  return { isWithList: listDone !== null, times, cpuMsPerSecond, listed };
}

async function ask(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return performance.now() - startedAt;
}

function* freshNames(): Generator<string, never> {
  const { existing, zone } = manyNames();
  // The others are dangling aliases.
  for (const [index, name] of existing.entries()) if (index % 20 >= 4) yield `${name}.${zone}`;
  throw new Error('all names were asked for');
}

/** Starts lists of a thousand domains that are in no cache. */
function listsOf({ address }: ServedSonde, token: string) {
  const { domains } = manyDomains();
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${address}/api/v2/lists${path}`, { headers, ...init });
    if (!response.ok) throw new Error(`lists: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { _data: { id: string; lists: { id: string; done: number }[] } })._data;
  };
  return {
    async during(number: number, work: (done: () => Promise<number>) => Promise<Phase>): Promise<Phase> {
      const targets = domains.slice(number * LIST_TARGETS, (number + 1) * LIST_TARGETS);
      const { id } = await call('', { method: 'POST', body: JSON.stringify({ targets, tools: ['dns'] }) });
      const done = async () => (await call('')).lists.find((one) => one.id === id)?.done ?? 0;
      while ((await done()) === 0) await wait(POLL_MS / 10);
      const found = await work(done);
      await call(`/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
      await wait(POLL_MS);
      return found;
    },
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
