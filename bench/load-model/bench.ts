import { setTimeout as wait } from 'node:timers/promises';
import type { Evidence } from '@sonde/contract';
import { sized } from '../effort.ts';
import { type BenchReport, rounded } from '../report.ts';
import { atMost } from '../service/part.ts';
import { cpuMs, type ServedSonde } from '../service/processes.ts';
import { type Cost, capacityOfCore, predict } from './model.ts';
import { type Kind, kindsOf } from './requests.ts';
import { withServedTools } from './served-tools.ts';

/** Fractions of the load that fills one core, according to the model. */
const LOADS = sized([0.2, 0.4, 0.6], { smoke: [0.4] });
/**
 * The model is for servers at work: at less load a request costs up to half as much again, since every one of them wakes the
 * process. Predictions below are reported, but not judged.
 */
const LEAST_JUDGED = 0.4;
const WARM_UP_LOAD = 0.3;
const SECONDS = sized(40, { smoke: 0.2 });
const AT_ONCE = 4;
const CACHED = sized(2000, { smoke: 5 });
const MOST_ERROR = 0.2;
/** Expected statuses in the lab: an answer, or a name without records. */
const EXPECTED = new Set([200, 404]);

interface Round {
  readonly load: number;
  readonly requestsPerSecond: number;
  readonly cores: number;
  readonly predictedCores: number;
  readonly unexpected: number;
  /** Number of answers per status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * The cost of each tool, measured alone; the model's prediction for visitors who mix them; and what a server uses under
 * that load. `docs/scale.md` is based on these figures.
 */
export const run = (): Promise<BenchReport> =>
  withServedTools((sonde, tlsPort) => measure(sonde, kindsOf(tlsPort)), { SONDE_TRUST_PROXY: '127.0.0.1' });

async function measure(sonde: ServedSonde, kinds: readonly Kind[]): Promise<BenchReport> {
  const turns = countedTurns();
  // Unmeasured, so that all code is compiled before the measurement.
  for (const kind of sized(kinds, { smoke: [] })) await costOf(sonde, kind, turns);
  const costs: Cost[] = [];
  for (const kind of kinds) costs.push(await costOf(sonde, kind, turns));
  const capacity = capacityOfCore(costs, kinds);
  // Unmeasured as well: the first minute of mixed requests costs up to half as much again.
  await under(sonde, { kinds, costs, load: WARM_UP_LOAD, capacity }, turns);
  const rounds: Round[] = [];
  for (const load of LOADS) rounds.push(await under(sonde, { kinds, costs, load, capacity }, turns));
  return {
    conditions: { seconds: SECONDS, demands: kinds.map(({ tool, share, newShare }) => ({ tool, share, newShare })) },
    targets: rounds.flatMap(({ load, cores, predictedCores, unexpected }) => [
      ...(load < LEAST_JUDGED
        ? []
        : [atMost(`load ${load}: error of the prediction`, rounded(Math.abs(predictedCores / cores - 1)), MOST_ERROR)]),
      atMost(`load ${load}: answers that must not be`, unexpected, 0),
    ]),
    lines: [
      ...costs.map(
        ({ tool, measuredCpuMs, cachedCpuMs, measuredMs, exchanges }) =>
          `${tool.padEnd(6)} measured ${measuredCpuMs} ms of processor in ${measuredMs} ms   from memory ${cachedCpuMs} ms   ${JSON.stringify(exchanges)}`,
      ),
      `by the model ${Math.round(capacity)} requests a second fill one core`,
      ...rounds.map(
        ({ load, requestsPerSecond, cores, predictedCores, statuses }) =>
          `load ${load}  ${requestsPerSecond} requests/s   ${cores} cores, predicted ${predictedCores}   ${JSON.stringify(statuses)}`,
      ),
    ],
    rounds: [...costs, ...rounds],
  };
}

type Turns = (tool: string) => number;

function countedTurns(): Turns {
  const counts = new Map<string, number>();
  return (tool) => {
    const turn = counts.get(tool) ?? 0;
    counts.set(tool, turn + 1);
    return turn;
  };
}

async function costOf(sonde: ServedSonde, kind: Kind, turns: Turns): Promise<Cost> {
  const { tool, samples, newPath, knownPath } = kind;
  const measureOne = () => ask(sonde, newPath(turns(tool)));
  const measured = await usedBy(sonde, tool, sized(samples, { smoke: 1 }), measureOne);
  await ask(sonde, knownPath);
  const cached = await usedBy(sonde, tool, CACHED, () => ask(sonde, knownPath));
  return {
    tool,
    measuredCpuMs: measured.cpuMs,
    cachedCpuMs: cached.cpuMs,
    measuredMs: rounded(measured.wallMs * AT_ONCE),
    exchanges: await exchangesOf(sonde, newPath(turns(tool))),
  };
}

/** The exchanges of one lookup, as recorded by the server itself. */
async function exchangesOf({ address }: ServedSonde, path: string): Promise<Record<string, number>> {
  const response = await fetch(`${address}${path}&evidence=true`);
  const { _evidence: evidence } = (await response.json()) as { _evidence?: Evidence };
  if (evidence === undefined) throw new Error(`${path} was answered without evidence`);
  return countsOf(evidence.exchanges.map(({ service, transport }) => `${service}/${transport}`));
}

/** Processor time and wall time per request for `count` requests, four at a time. */
async function usedBy({ pid }: ServedSonde, tool: string, count: number, request: () => Promise<number>) {
  const before = await cpuMs(pid);
  const startedAt = performance.now();
  const statuses = await times(count, request);
  const wallMs = (performance.now() - startedAt) / count;
  const unexpected = statuses.find((status) => !EXPECTED.has(status));
  if (unexpected !== undefined) throw new Error(`${tool}: a request was answered with ${unexpected}`);
  return { cpuMs: rounded(((await cpuMs(pid)) - before) / count), wallMs };
}

async function times(count: number, request: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  let begun = 0;
  const next = async () => {
    while (begun < count) {
      begun += 1;
      statuses.push(await request());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return statuses;
}

interface Demanded {
  readonly kinds: readonly Kind[];
  readonly costs: readonly Cost[];
  readonly load: number;
  readonly capacity: number;
}

/** Requests at random times, whether or not earlier ones are answered. */
async function under(sonde: ServedSonde, { kinds, costs, load, capacity }: Demanded, turns: Turns): Promise<Round> {
  const perSecond = capacity * load;
  const before = await cpuMs(sonde.pid);
  const startedAt = performance.now();
  const requests: Promise<number>[] = [];
  let dueAt = startedAt;
  while (dueAt < startedAt + SECONDS * 1000) {
    const kind = choose(kinds);
    requests.push(ask(sonde, Math.random() < kind.newShare ? kind.newPath(turns(kind.tool)) : kind.knownPath));
    dueAt += (-Math.log(1 - Math.random()) / perSecond) * 1000;
    if (dueAt > performance.now()) await wait(dueAt - performance.now());
  }
  const statuses = await Promise.all(requests);
  const seconds = (performance.now() - startedAt) / 1000;
  const requestsPerSecond = rounded(statuses.length / seconds);
  return {
    load,
    requestsPerSecond,
    cores: rounded(((await cpuMs(sonde.pid)) - before) / seconds / 1000),
    predictedCores: rounded(predict(costs, kinds, requestsPerSecond).cores),
    unexpected: statuses.filter((status) => !EXPECTED.has(status)).length,
    statuses: countsOf(statuses),
  };
}

function countsOf(values: readonly (number | string)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function choose(kinds: readonly Kind[]): Kind {
  let at = Math.random();
  for (const kind of kinds) {
    at -= kind.share;
    if (at < 0) return kind;
  }
  return kinds.at(-1) as Kind;
}

/**
 * The status; 0 if there was no answer. Every request has its own client address, since allowances are not measured
 * here.
 */
async function ask({ address }: ServedSonde, path: string): Promise<number> {
  const client = `198.${18 + Math.floor(Math.random() * 2)}.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
  try {
    const response = await fetch(`${address}${path}`, { headers: { 'x-forwarded-for': client } });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
