import { setTimeout as wait } from 'node:timers/promises';
import { effort, sized } from '../effort.ts';
import { children, openFiles, type ServedSonde } from './processes.ts';

/** Resources of an idle server. */
export interface State {
  readonly rssMb: number;
  readonly heapMb: number;
  readonly files: number;
  readonly children: number;
  readonly timers: number;
  readonly sockets: number;
}

const SAMPLES = sized(5, { smoke: 1 });
const BETWEEN_MS = sized(400, { smoke: 10 });
/** Keep-alive connections are closed 5 s after their last answer. */
const QUIET_DEADLINE_MS = 20_000;

/** Waits until the server is idle, then takes the minimum of several measurements. */
export async function restingState(sonde: ServedSonde): Promise<State> {
  await quiet(sonde);
  const looks: State[] = [];
  for (let look = 0; look < SAMPLES; look += 1) {
    sonde.collectGarbage();
    looks.push(await stateOf(sonde));
    await wait(BETWEEN_MS);
  }
  return leastOf(looks);
}

async function quiet(sonde: ServedSonde): Promise<void> {
  const until = performance.now() + QUIET_DEADLINE_MS;
  let running = Number.POSITIVE_INFINITY;
  while (performance.now() < until) {
    const metrics = await sonde.metrics();
    running = sum(metrics, 'sonde_lookups_running') + sum(metrics, 'sonde_queue_depth');
    if (running === 0 && (effort === 'smoke' || sum(metrics, 'sonde_connections') === 0)) return;
    await wait(BETWEEN_MS);
  }
  throw new Error(`the server is still busy with ${running} lookups`);
}

async function stateOf(sonde: ServedSonde): Promise<State> {
  const metrics = await sonde.metrics();
  const resources = (kind: RegExp) =>
    [...metrics].filter(([name]) => kind.test(name)).reduce((all, [, value]) => all + value, 0);
  return {
    rssMb: Math.round(sum(metrics, 'process_resident_memory_bytes') / 1e6),
    heapMb: Math.round(sum(metrics, 'nodejs_heap_size_used_bytes') / 1e6),
    files: await openFiles(sonde.pid),
    children: await children(sonde.pid),
    timers: resources(/^nodejs_active_resources\{type="(Timeout|Immediate)"/),
    sockets: resources(/^nodejs_active_resources\{type="(TCP|UDP|Pipe)/),
  };
}

function sum(metrics: ReadonlyMap<string, number>, family: string): number {
  return [...metrics]
    .filter(([name]) => name === family || name.startsWith(`${family}{`))
    .reduce((all, [, value]) => all + value, 0);
}

function leastOf(looks: readonly State[]): State {
  const least = (pick: (state: State) => number) => Math.min(...looks.map(pick));
  return {
    rssMb: least(({ rssMb }) => rssMb),
    heapMb: least(({ heapMb }) => heapMb),
    files: least(({ files }) => files),
    children: least((state) => state.children),
    timers: least(({ timers }) => timers),
    sockets: least(({ sockets }) => sockets),
  };
}

export function shown({ rssMb, heapMb, files, children: processes, timers, sockets }: State): string {
  return `rss ${rssMb} MB  heap ${heapMb} MB  files ${files}  sockets ${sockets}  timers ${timers}  children ${processes}`;
}

/** The ratio of `what` after to before. */
export function growth(what: 'rssMb' | 'heapMb', before: State, after: State): number {
  return Math.round((after[what] / before[what]) * 100) / 100;
}
