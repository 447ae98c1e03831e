import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';
import { sized } from '../../effort.ts';
import { rounded } from '../../report.ts';
import { atMost, type Part } from '../part.ts';
import { serveSonde } from '../processes.ts';
import type { Aim } from './attack.ts';
import { callApi } from './call-api.ts';
import { startTargets, type Targets } from './targets.ts';
import { LONGEST_MS, type LookupKind, lookupKinds, ordinaryVisitors, type Visit } from './visitors.ts';

/** The name of each attack in the results, by its file in `attacks/`. */
const attacks: Readonly<Record<string, string>> = {
  'dead-zones': 'searches below dead zones',
  'account-filling': 'accounts filled',
  'slow-targets': 'silent targets',
  'half-open': 'idle connections',
  'zone-transfers': 'hostile zone transfers',
};

export const attackNames: readonly string[] = Object.keys(attacks);

/** Long enough to query the WHOIS root for every registry, at one query per second. */
const WARM_SECONDS = sized(12, { smoke: 0.2 });
const SECONDS = Number(process.env['UNDER_ATTACK_SECONDS'] ?? sized(15, { smoke: 0.3 }));
/** How long an attack runs before visitors arrive. */
const HEAD_START_MS = sized(3_000, { smoke: 50 });
const RECOVERY_MS = sized(2_000, { smoke: 50 });
const MOST_RATIO = 2;
/** Shorter times count as this: a visitor does not notice 2 ms or 4 ms, which vary by chance on two cores. */
const LEAST_MS = 50;

export const attackConditions = {
  seconds: SECONDS,
  rateLimit: '60/60s',
  attacks,
  leastMs: LEAST_MS,
  refusedCountsAsMs: LONGEST_MS,
} as const;

interface Phase {
  readonly attack: string | null;
  readonly visits: readonly Visit[];
}

/** Ordinary visitors without and with each attack, alternately: under attack they wait at most twice as long. */
export async function measureUnderAttack(only: readonly string[]): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-under-attack-'));
  const targets = await startTargets();
  try {
    const sonde = await serveSonde(targets.resolver, { ...variablesOf(targets), SONDE_DATA_DIR: folder });
    try {
      return report(await measureAll({ address: sonde.address, targets }, only));
    } finally {
      await sonde.stop();
    }
  } finally {
    await targets.stop();
    await rm(folder, { recursive: true });
  }
}

function variablesOf(targets: Targets): Record<string, string> {
  return {
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: targets.caFile,
    SONDE_WHOIS_SERVER: targets.whois,
    SONDE_RDAP_BOOTSTRAP: targets.bootstrap,
    SONDE_CT_URLS: '',
    SONDE_RATE_LIMIT: '60/60s',
  };
}

async function measureAll(aim: Aim, names: readonly string[]): Promise<Phase[]> {
  await measurePhase(aim, null, -1, WARM_SECONDS);
  const phases: Phase[] = [];
  for (const name of names) {
    phases.push(await measurePhase(aim, null, phases.length, SECONDS));
    phases.push(await measurePhase(aim, name, phases.length, SECONDS));
    await wait(RECOVERY_MS);
  }
  return phases;
}

async function measurePhase(aim: Aim, attack: string | null, number: number, seconds: number): Promise<Phase> {
  const stop = attack === null ? async () => {} : await startAttack(aim, attack);
  try {
    if (attack !== null) await wait(HEAD_START_MS);
    const end = AbortSignal.timeout(seconds * 1000);
    setMaxListeners(0, end);
    const visits = await ordinaryVisitors(aim, number, end);
    return { attack, visits };
  } finally {
    await stop();
    // The next phase begins only when the server answers again.
    await callApi({ address: aim.address, path: '/healthz', from: '127.0.0.1' }, AbortSignal.timeout(10_000));
  }
}

/** Runs the attack in a separate process until the end of the phase. */
async function startAttack(aim: Aim, name: string): Promise<() => Promise<void>> {
  const script = fileURLToPath(new URL('run-attack.ts', import.meta.url));
  const args = ['--import', 'tsx', script, name, JSON.stringify(aim)];
  const { stop } = await startAnnounced(process.execPath, args, { on: 'stdout', line: /(under way)/ });
  return () => stop();
}

interface Times {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly count: number;
  readonly refused: number;
}

function report(phases: readonly Phase[]): Part {
  const quiet = timesOf(phases.filter(({ attack }) => attack === null));
  const rounds = phases.map((phase) => ({ attack: phase.attack, ...timesOf([phase]) }));
  const attacked = rounds.flatMap(({ attack, ...times }) => (attack === null ? [] : [{ attack, times }]));
  return {
    targets: attacked.flatMap(({ attack, times }) => [
      atMost(`under attack: p50 with ${attacks[attack]} / without`, worstRatio(times, quiet, 'p50Ms'), MOST_RATIO),
      atMost(`under attack: p95 with ${attacks[attack]} / without`, worstRatio(times, quiet, 'p95Ms'), MOST_RATIO),
    ]),
    lines: [lineOf('none', quiet), ...attacked.map(({ attack, times }) => lineOf(attacks[attack] ?? attack, times))],
    rounds,
  };
}

type TimesByKind = Readonly<Record<LookupKind, Times>>;

function timesOf(phases: readonly Phase[]): TimesByKind {
  const visits = phases.flatMap((phase) => phase.visits);
  const rows = lookupKinds.map((kind) => [kind, timesOfKind(visits.filter((visit) => visit.kind === kind))]);
  return Object.fromEntries(rows) as TimesByKind;
}

function timesOfKind(visits: readonly Visit[]): Times {
  const isAnswered = ({ status }: Visit) => status === 200;
  const sorted = visits.map((visit) => (isAnswered(visit) ? visit.ms : LONGEST_MS)).sort((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? LONGEST_MS);
  const refused = visits.filter((visit) => !isAnswered(visit)).length;
  return { p50Ms: at(0.5), p95Ms: at(0.95), count: visits.length, refused };
}

/** The ratio of the kind of lookup that is slowed down most. */
function worstRatio(times: TimesByKind, quiet: TimesByKind, which: 'p50Ms' | 'p95Ms'): number {
  const ratios = lookupKinds.map((kind) => times[kind][which] / Math.max(LEAST_MS, quiet[kind][which]));
  return rounded(Math.max(...ratios));
}

function lineOf(name: string, times: TimesByKind): string {
  const parts = lookupKinds.map((kind) => {
    const { p50Ms, p95Ms, count, refused } = times[kind];
    return `${kind} ${Math.round(p50Ms)}/${Math.round(p95Ms)} ms (${count}${refused > 0 ? `, ${refused} REFUSED` : ''})`;
  });
  return `under attack ${name.padEnd(30)} ${parts.join('  ')}`;
}
