import { setTimeout as wait } from 'node:timers/promises';
import { startDnsLab, startRegistryLab, startTlsLab } from '@sonde/lab';
import { sized } from '../effort.ts';
import type { BenchReport } from '../report.ts';
import { atMost } from '../service/part.ts';
import { type ServedSonde, serveSonde } from '../service/processes.ts';
import { growth, restingState, shown } from '../service/state.ts';
import { type Errand, errandsOf } from './tools.ts';

/** Duration; `VISIT_SECONDS=60` for a shorter run. */
const SECONDS = Number(process.env['VISIT_SECONDS'] ?? sized(600, { smoke: 0.5 }));
const WARM_SECONDS = Math.min(60, SECONDS / 4);
const VISITORS = sized(200, { smoke: 3 });
/** Longest pause between two lookups of one visitor. */
const THOUGHT_MS = sized(6_000, { smoke: 100 });
const MOST_HEAP_GROWTH = 1.2;
const MOST_MEMORY_GROWTH = 1.3;
/** Failures caused by the target or the load; any other is a bug. */
const HONEST = new Set([200, 404, 422, 429, 502, 503, 504]);

interface Visit {
  readonly tool: string;
  /** The failure's code, or `ok`. */
  readonly outcome: string;
  readonly status: number;
  readonly ms: number;
}

/** 200 visitors use all tools for ten minutes: outcomes, waiting times, and memory that is left behind. */
export async function run(): Promise<BenchReport> {
  const [dns, tls, registries] = await Promise.all([startDnsLab(), startTlsLab(), startRegistryLab()]);
  try {
    const servers = Object.values(await tls.serve(['rsa', 'ecdsa', 'expired', 'self-signed']));
    const sonde = await serveSonde(dns.resolver, {
      SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
      SONDE_ALLOW_PORTS: '1024-65535',
      SONDE_CA_FILE: tls.caFile,
      // All servers of the lab share one address; on the internet, 200 visitors check many different ones.
      SONDE_TLS_BUDGET: 'off',
      SONDE_WHOIS_SERVER: registries.whois,
      SONDE_RDAP_BOOTSTRAP: registries.bootstrap,
      SONDE_CT_URLS: '',
      SONDE_TRUST_PROXY: '127.0.0.1',
      SONDE_RATE_LIMIT: '60/60s',
    });
    try {
      const errands = errandsOf({ tls: servers.map(({ host, port }) => `${host}:${port}`), zone: 'all.test' });
      return await visit(sonde, errands);
    } finally {
      await sonde.stop();
    }
  } finally {
    await Promise.all([dns.stop(), tls.stop(), registries.stop()]);
  }
}

async function visit(sonde: ServedSonde, errands: readonly Errand[]): Promise<BenchReport> {
  await crowd(sonde, errands, WARM_SECONDS);
  const before = await restingState(sonde);
  const visits = await crowd(sonde, errands, SECONDS);
  const after = await restingState(sonde);
  const wrong = visits.filter(({ status }) => !HONEST.has(status)).length;
  return {
    conditions: { visitors: VISITORS, seconds: SECONDS, thoughtMs: THOUGHT_MS, calls: visits.length },
    targets: [
      atMost('answers that must not be', wrong, 0),
      atMost('files more than before', after.files - before.files, 2),
      atMost('child processes more than before', after.children - before.children, 0),
      atMost('heap after / before', growth('heapMb', before, after), MOST_HEAP_GROWTH),
      atMost('memory after / before', growth('rssMb', before, after), MOST_MEMORY_GROWTH),
    ],
    lines: [
      ...errands.map(({ tool }) => lineOf(tool, visits)),
      `before     ${shown(before)}`,
      `after      ${shown(after)}`,
    ],
    rounds: errands.map(({ tool }) => ({ tool, outcomes: outcomesOf(tool, visits) })),
  };
}

async function crowd({ address }: ServedSonde, errands: readonly Errand[], seconds: number): Promise<Visit[]> {
  const until = performance.now() + seconds * 1000;
  const turns = new Map<string, number>();
  const visits: Visit[] = [];
  const visitor = async (number: number) => {
    await wait(Math.random() * THOUGHT_MS);
    while (performance.now() < until) {
      const errand = choose(errands);
      const turn = turns.get(errand.tool) ?? 0;
      turns.set(errand.tool, turn + 1);
      visits.push(await ask(`${address}${errand.path(turn)}`, errand.tool, `198.51.100.${number}`));
      await wait(Math.random() * THOUGHT_MS);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, (_, number) => visitor(number)));
  return visits;
}

function choose(errands: readonly Errand[]): Errand {
  let at = Math.random() * errands.reduce((sum, { share }) => sum + share, 0);
  for (const errand of errands) {
    at -= errand.share;
    if (at < 0) return errand;
  }
  throw new Error('there is nothing to ask');
}

/** Every visitor has a different address. */
async function ask(url: string, tool: string, client: string): Promise<Visit> {
  const started = performance.now();
  const ended = (status: number, outcome: string): Visit => ({
    tool,
    status,
    outcome,
    ms: performance.now() - started,
  });
  try {
    const response = await fetch(url, { headers: { 'x-forwarded-for': client } });
    const body = (await response.json()) as { code?: string };
    return ended(response.status, body.code ?? 'ok');
  } catch (error) {
    return ended(0, error instanceof Error ? error.message : 'no answer');
  }
}

function outcomesOf(tool: string, visits: readonly Visit[]): Record<string, number> {
  const outcomes: Record<string, number> = {};
  for (const visit of visits) if (visit.tool === tool) outcomes[visit.outcome] = (outcomes[visit.outcome] ?? 0) + 1;
  return outcomes;
}

function lineOf(tool: string, visits: readonly Visit[]): string {
  const times = visits
    .filter((visit) => visit.tool === tool)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN);
  return `${tool.padEnd(10)} ${String(times.length).padStart(6)} calls   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   ${JSON.stringify(outcomesOf(tool, visits))}`;
}
