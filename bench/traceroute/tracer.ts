/**
 * Runs traces in one process: `tracer.ts HOST COUNT PARALLEL METHOD ROUNDS PATHS WARM_UPS`; the bench runs it from a bundle.
 * Prints one line of JSON: the duration of each, the processor time of all, and the round-trip times of the hops.
 */
import { createTraces } from '@sonde/probes/net/trace/traces';

export interface Traced {
  readonly cpuMs: number;
  readonly durationsMs: readonly number[];
  /** For each trace, the round-trip times of its hops in milliseconds. */
  readonly hopsMs: readonly (readonly (number | null)[])[];
  /** For each trace, the time until its first hop was reported, in milliseconds. */
  readonly firstMs: readonly number[];
  /** For each trace, the number of addresses after the third hop, if parallel paths were requested. */
  readonly branches: readonly number[];
}

const LONGEST_PATH = 30;

const [host = '', count = '1', parallel = '1', method = 'icmp', rounds = '1', paths = 'false', warmUps = '3'] =
  process.argv.slice(2);
const address = { address: host, family: host.includes(':') ? (6 as const) : (4 as const) };
// All traces go to one host, so the limit for one network is off. Each has its own network layer: equal traces would be joined.
const open = () => createTraces({ resolve: async () => [address], check: () => {}, showsOwn: true, perPacketMs: 0 });
const never = new AbortController().signal;

async function traceOnce(traces: ReturnType<typeof open>) {
  const startedAtMs = performance.now();
  const times: (number | null)[] = Array(LONGEST_PATH).fill(null);
  let firstMs = Number.NaN;
  const listener = {
    onSession: () => {},
    onEvent: (event: Parameters<Parameters<typeof traces.trace>[1]['onEvent']>[0]) => {
      if (event.kind !== 'answer') return;
      times[event.ttl - 1] ??= event.timeMs;
      if (event.ttl === 1 && Number.isNaN(firstMs)) firstMs = performance.now() - startedAtMs;
    },
  };
  const target = {
    host,
    method: method as 'icmp',
    port: null,
    rounds: Number(rounds),
    paths: paths === 'true',
    resolveMs: 1000,
  };
  const { links, distance } = await traces.trace(target, listener, never);
  const branches = new Set((links ?? []).flatMap(({ ttl, to }) => (ttl === 3 && to !== null ? to : []))).size;
  return {
    durationMs: performance.now() - startedAtMs,
    hops: times.slice(0, distance ?? LONGEST_PATH),
    firstMs,
    branches,
  };
}

/** So many traces, as many at once as asked for. */
async function traceAll(left: number) {
  const all: Awaited<ReturnType<typeof traceOnce>>[] = [];
  await Promise.all(
    Array.from({ length: Number(parallel) }, async () => {
      const traces = open();
      while (left > 0) {
        left -= 1;
        all.push(await traceOnce(traces));
      }
    }),
  );
  return all;
}

await traceAll(Number(warmUps));
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
const before = cpu();
const all = await traceAll(Number(count));
const said: Traced = {
  cpuMs: cpu() - before,
  durationsMs: all.map(({ durationMs }) => durationMs),
  hopsMs: all.map(({ hops }) => hops),
  firstMs: all.map(({ firstMs }) => firstMs),
  branches: all.map(({ branches }) => branches),
};
process.stdout.write(`${JSON.stringify(said)}\n`);
process.exitCode = 0;
