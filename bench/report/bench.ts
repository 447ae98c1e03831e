import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAILY_SNAPSHOTS } from '@sonde/contract/snapshots/snapshot';
import { startDelayProxy } from '@sonde/lab';
import { startWorld, type World } from '../../demo/src/world.ts';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, timed } from '../report.ts';
import { cpuMs, type ServedSonde, serveSonde } from '../service/processes.ts';
import { keep, wantedReport } from '../web/keep-report.ts';
import { measureRecording, type RecordedRounds } from './recording.ts';

const limits = { firstPartMs: 20, wholeToSlowest: 1.15, recordingPercent: 5, keepMs: 20 } as const;
/** How often each report is kept, by a client of its own: the daily limit of a client. */
const KEEPS = sized<number>(DAILY_SNAPSHOTS, { smoke: 1 });
/** Delay in each direction to the resolver, like one on another continent. */
const DELAY_MS = sized(75, { smoke: 1 });
/** Delay to one in the same country, for recorded lookups. */
const NEAR_DELAY_MS = sized(10, { smoke: 1 });
const RECORDED_ROUNDS = sized(150, { quick: 20, smoke: 1 });
const WARM_UP = 'wild.test';
const TIMED = 'shop.test';
const targets = sized(
  ['shop.test', 'careless.test', 'parked.test', 'behind.test', 'www.shop.test', 'bogus.test', 'lame.test'],
  { smoke: ['shop.test'] },
);

/** The calls of the parts, by tool, as a client would make them separately. */
const calls: Readonly<Record<string, (target: string) => string>> = {
  whois: (target) => `whois?ipOrDomain=${target}`,
  delegation: (target) => `delegation?domain=${target}`,
  dns: (target) => `dnsRecords?domain=${target}`,
  mail: (target) => `mail?domain=${target}`,
  ssl: (target) => `sslInfo?domain=${target}`,
  geo: (target) => `geoIP?ipOrDomain=${target}`,
};

interface Round {
  readonly target: string;
  /** What each tool takes alone. */
  readonly aloneMs: Readonly<Record<string, number>>;
  /** Processor time of the server for each tool alone, and for the report: in steps of 10 ms, as Linux counts it. */
  readonly processorMs: Readonly<Record<string, number>>;
  readonly first: { readonly tool: string; readonly ms: number };
  readonly wholeMs: number;
}

/** A report compared with the same lookups made one by one by another server: the cost of composing them. */
export async function run(): Promise<BenchReport> {
  const world = await startWorld();
  const proxy = await startDelayProxy({ target: world.resolver, delayMs: DELAY_MS });
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-report-'));
  try {
    const env = await environmentOf(world, folder);
    const [alone, together] = [await serveSonde(proxy.address, env), await serveSonde(proxy.address, env)];
    try {
      await measureAlone(alone, WARM_UP);
      await measureReport(together, WARM_UP);
      const rounds: Round[] = [];
      for (const target of targets) {
        const { aloneMs, processorMs } = await measureAlone(alone, target);
        const { value: whole, cpu } = await withProcessorTime(together, () => measureReport(together, target));
        rounds.push({ target, aloneMs, processorMs: { ...processorMs, report: cpu }, ...whole });
      }
      return reportOn(rounds, {
        keeping: await measureKeeping(together),
        recorded: await measureEvidence(world, env),
        timings: await timingsOf(alone, TIMED),
      });
    } finally {
      await Promise.all([alone.stop(), together.stop()]);
    }
  } finally {
    await proxy.stop();
    await world.stop();
    await rm(folder, { recursive: true });
  }
}

/** DNS has the most exchanges per lookup time. */
async function measureEvidence(world: World, env: Readonly<Record<string, string>>): Promise<RecordedRounds[]> {
  const near = await startDelayProxy({ target: world.resolver, delayMs: NEAR_DELAY_MS });
  const dns = { id: 'dns', query: { domain: 'shop.test' }, rounds: RECORDED_ROUNDS } as const;
  try {
    return [
      await measureRecording(
        { ...env, SONDE_RESOLVERS: near.address },
        { ...dns, what: `a DNS lookup, ${2 * NEAR_DELAY_MS} ms from its resolver` },
      ),
      await measureRecording(
        { ...env, SONDE_RESOLVERS: world.resolver },
        { ...dns, what: 'a DNS lookup, beside its resolver' },
      ),
    ];
  } finally {
    await near.stop();
  }
}

async function environmentOf(world: World, folder: string): Promise<Record<string, string>> {
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const { dnsRoot } = world;
  return {
    SONDE_DATA_DIR: folder,
    SONDE_LOG_LEVEL: 'error',
    SONDE_ALLOW_NETWORKS: world.networks.join(','),
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: await file('root.pem', world.anchor),
    SONDE_WHOIS_SERVER: world.whois,
    SONDE_RDAP_BOOTSTRAP: world.rdapBootstrap,
    SONDE_CT_URLS: '',
    SONDE_TLS_BUDGET: 'off',
    SONDE_LOAD_SHEDDING: 'off',
    SONDE_TRUST_PROXY: '127.0.0.1/32',
    ...(dnsRoot === null
      ? {}
      : {
          SONDE_ROOT_HINTS: await file('root.hints', dnsRoot.hints),
          SONDE_ROOT_ANCHORS: await file('root.anchors', dnsRoot.anchors),
        }),
  };
}

async function measureAlone(server: ServedSonde, target: string): Promise<Pick<Round, 'aloneMs' | 'processorMs'>> {
  const aloneMs: Record<string, number> = {};
  const processorMs: Record<string, number> = {};
  for (const [tool, call] of Object.entries(calls)) {
    const answer = () => fetch(`${server.address}/api/v2/${call(target)}`).then((response) => response.text());
    const { value, cpu } = await withProcessorTime(server, () => timed(answer));
    aloneMs[tool] = value.ms;
    processorMs[tool] = cpu;
  }
  return { aloneMs, processorMs };
}

/** Processor time, in milliseconds, that a server uses meanwhile. */
async function withProcessorTime<T>({ pid }: ServedSonde, work: () => Promise<T>): Promise<{ value: T; cpu: number }> {
  const before = await cpuMs(pid);
  const value = await work();
  return { value, cpu: (await cpuMs(pid)) - before };
}

/** Where the time of each tool goes, as its `Server-Timing` field says. */
async function timingsOf({ address }: ServedSonde, target: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [tool, call] of Object.entries(calls)) {
    const response = await fetch(`${address}/api/v2/${call(target)}&timing=true`);
    await response.arrayBuffer();
    lines.push(`${target}, ${tool}: ${response.headers.get('server-timing')}`);
  }
  return lines;
}

async function measureReport({ address }: ServedSonde, target: string): Promise<Pick<Round, 'first' | 'wholeMs'>> {
  const start = performance.now();
  const since = () => rounded(performance.now() - start);
  const response = await fetch(`${address}/api/v2/report?target=${target}`, {
    headers: { accept: 'text/event-stream' },
  });
  let text = '';
  let first: Round['first'] | null = null;
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const [, tool] = /event: part\ndata: \{"tool":"([^"]+)"/.exec(text) ?? [];
    if (first === null && tool !== undefined) first = { tool, ms: since() };
  }
  if (first === null || !text.includes('event: result')) throw new Error(`no report on ${target}: ${text.slice(-300)}`);
  return { first, wholeMs: since() };
}

interface Keeping {
  /** The first time, when the store does not have the results yet. */
  readonly newMs: readonly number[];
  /** All of them, sorted. */
  readonly allMs: readonly number[];
}

/** From the request to the answer, which is sent when the store has the report. */
async function measureKeeping({ address }: ServedSonde): Promise<Keeping> {
  // Opens the store.
  await keep(address, await wantedReport(address, WARM_UP), '198.51.100.1');
  const all: number[][] = [];
  for (const [index, target] of targets.entries()) {
    const wanted = await wantedReport(address, target);
    const took: number[] = [];
    for (let count = 0; count < KEEPS; count += 1) {
      took.push((await timed(() => keep(address, wanted, `198.51.100.${index + 2}`))).ms);
    }
    all.push(took);
  }
  return { newMs: all.flatMap((took) => took.slice(0, 1)), allMs: all.flat().toSorted((a, b) => a - b) };
}

interface Beside {
  readonly keeping: Keeping;
  readonly recorded: readonly RecordedRounds[];
  readonly timings: readonly string[];
}

function reportOn(rounds: readonly Round[], { keeping: { newMs, allMs }, recorded, timings }: Beside): BenchReport {
  const lateMs = spreadOf(rounds.map(({ first, aloneMs }) => first.ms - (aloneMs[first.tool] ?? Number.NaN)));
  const ratios = spreadOf(rounds.map(({ wholeMs, aloneMs }) => wholeMs / Math.max(...Object.values(aloneMs))));
  const { firstPartMs, wholeToSlowest, recordingPercent, keepMs } = limits;
  const recordedPercent = recorded[0]?.morePercent ?? Number.NaN;
  const late = allMs[Math.floor(allMs.length * 0.95)] ?? Number.NaN;
  const usual = spreadOf(allMs).median;
  return {
    conditions: { world: 'the demo’s, on loopback', resolverRoundTripMs: 2 * DELAY_MS, targets },
    targets: [
      {
        what: 'the first part, later than its tool alone (median, ms)',
        ...{ value: lateMs.median, limit: firstPartMs, isMet: lateMs.median <= firstPartMs },
      },
      {
        what: 'the whole report, against its slowest tool alone (median)',
        ...{ value: ratios.median, limit: wholeToSlowest, isMet: ratios.median <= wholeToSlowest },
      },
      {
        what: `recording what is sent and received, against ${recorded[0]?.what} without (median, %)`,
        ...{ value: recordedPercent, limit: recordingPercent, isMet: recordedPercent <= recordingPercent },
      },
      { what: 'a report is kept (median, ms)', value: usual, limit: keepMs, isMet: usual <= keepMs },
    ],
    lines: [
      `kept ${allMs.length} reports: median ${usual} ms, 95 of 100 within ${late} ms; with new results ${newMs.join(', ')} ms`,
      ...recorded.map(recordedLine),
      processorLine(rounds),
      ...rounds.map(roundLine),
      ...timings,
    ],
    rounds: [...rounds, { newMs, allMs }, ...recorded],
  };
}

function recordedLine({ what, plainMs, recordedMs, plainCpuMs, recordedCpuMs }: RecordedRounds): string {
  return `${what}: ${plainMs} ms, recorded ${recordedMs} ms; processor ${rounded(plainCpuMs)} and ${rounded(recordedCpuMs)} ms`;
}

/** The mean of all targets, since the clock is coarse. */
function processorLine(rounds: readonly Round[]): string {
  const means = Object.keys(rounds[0]?.processorMs ?? {}).map((tool) => {
    const sum = rounds.reduce((all, { processorMs }) => all + (processorMs[tool] ?? Number.NaN), 0);
    return `${tool} ${rounded(sum / rounds.length)} ms`;
  });
  return `processor time, mean of ${rounds.length} targets: ${means.join(', ')}`;
}

function roundLine({ target, first, wholeMs, aloneMs }: Round): string {
  const [slowest, ms] = Object.entries(aloneMs).toSorted(([, a], [, b]) => b - a)[0] ?? ['', Number.NaN];
  return `${target}: first ${first.tool} after ${first.ms} ms (alone ${aloneMs[first.tool]}), all after ${wholeMs} ms (${slowest} alone ${ms})`;
}
