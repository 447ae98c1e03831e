import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDelayProxy } from '@sonde/lab';
import { startWorld, type World } from '../../demo/src/world.ts';
import { type BenchReport, rounded, spreadOf, timed } from '../report.ts';
import { type ServedSonde, serveSonde } from '../service/processes.ts';
import { measureRecording, type RecordedRounds } from './recording.ts';

const limits = { firstPartMs: 20, wholeToSlowest: 1.15, recordingPercent: 5 } as const;
/** In each direction, to the resolver: as to one on another continent. */
const DELAY_MS = 75;
/** The same to one in the same country, for lookups that are recorded. */
const NEAR_DELAY_MS = 10;
const RECORDED_ROUNDS = 150;
const WARM_UP = 'wild.test';
const targets = [
  'shop.test',
  'careless.test',
  'parked.test',
  'behind.test',
  'www.shop.test',
  'bogus.test',
  'lame.test',
];

/** The calls of the parts, by tool, as a client would make each alone. */
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
  readonly first: { readonly tool: string; readonly ms: number };
  readonly wholeMs: number;
}

/** A report beside the same lookups made one by one by another server: what composing them costs. */
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
        const aloneMs = await measureAlone(alone, target);
        rounds.push({ target, aloneMs, ...(await measureReport(together, target)) });
      }
      return reportOn(rounds, await measureEvidence(world, env));
    } finally {
      await Promise.all([alone.stop(), together.stop()]);
    }
  } finally {
    await proxy.stop();
    await world.stop();
    await rm(folder, { recursive: true });
  }
}

/** DNS has the most exchanges for its time. */
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
    ...(dnsRoot === null
      ? {}
      : {
          SONDE_ROOT_HINTS: await file('root.hints', dnsRoot.hints),
          SONDE_ROOT_ANCHORS: await file('root.anchors', dnsRoot.anchors),
        }),
  };
}

async function measureAlone({ address }: ServedSonde, target: string): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  for (const [tool, call] of Object.entries(calls)) {
    const { ms } = await timed(() => fetch(`${address}/api/v2/${call(target)}`).then((response) => response.text()));
    took[tool] = ms;
  }
  return took;
}

async function measureReport({ address }: ServedSonde, target: string): Promise<Omit<Round, 'target' | 'aloneMs'>> {
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

function reportOn(rounds: readonly Round[], recorded: readonly RecordedRounds[]): BenchReport {
  const lateMs = spreadOf(rounds.map(({ first, aloneMs }) => first.ms - (aloneMs[first.tool] ?? Number.NaN)));
  const ratios = spreadOf(rounds.map(({ wholeMs, aloneMs }) => wholeMs / Math.max(...Object.values(aloneMs))));
  const { firstPartMs, wholeToSlowest, recordingPercent } = limits;
  const recordedPercent = recorded[0]?.morePercent ?? Number.NaN;
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
    ],
    lines: [...recorded.map(recordedLine), ...rounds.map(roundLine)],
    rounds: [...rounds, ...recorded],
  };
}

function recordedLine({ what, plainMs, recordedMs, plainCpuMs, recordedCpuMs }: RecordedRounds): string {
  return `${what}: ${plainMs} ms, recorded ${recordedMs} ms; processor ${rounded(plainCpuMs)} and ${rounded(recordedCpuMs)} ms`;
}

function roundLine({ target, first, wholeMs, aloneMs }: Round): string {
  const [slowest, ms] = Object.entries(aloneMs).toSorted(([, a], [, b]) => b - a)[0] ?? ['', Number.NaN];
  return `${target}: first ${first.tool} after ${first.ms} ms (alone ${aloneMs[first.tool]}), all after ${wholeMs} ms (${slowest} alone ${ms})`;
}
