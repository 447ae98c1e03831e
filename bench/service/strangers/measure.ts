import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';
import { rounded } from '../../report.ts';
import { atMost, type Part } from '../part.ts';
import { serveSonde } from '../processes.ts';
import { ask } from './ask.ts';
import type { Aim } from './attack.ts';
import { type Errand, errands, goodVisitors, LONGEST_MS, type Visit } from './visitor.ts';
import { startWorld, type World } from './world.ts';

/** What each is called in the results, by the file under `attacks/`. */
const attacks: Readonly<Record<string, string>> = {
  'dead-zones': 'searches below dead zones',
  'account-filling': 'accounts filled',
  'slow-targets': 'targets that say nothing',
  'half-open': 'connections that say nothing',
  'zone-transfers': 'hostile zone transfers',
};

/** The root of WHOIS is asked once a second, and once for each registry. */
const WARM_SECONDS = 12;
const SECONDS = Number(process.env['STRANGERS_SECONDS'] ?? 15);
/** Before the visitors come, an attack has begun to work. */
const HEAD_START_MS = 3_000;
const RECOVERY_MS = 2_000;
const MOST_RATIO = 2;
/** Nobody sees the difference between 2 ms and 4 ms, and a machine with two cores makes it by chance. */
const LEAST_MS = 50;

export const strangersConditions = {
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

/** Good visitors alone and under each attack, turn by turn: with strangers who attack they wait at most twice as long. */
export async function measureStrangers(only: readonly string[] = Object.keys(attacks)): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-strangers-'));
  const world = await startWorld();
  try {
    const sonde = await serveSonde(world.resolver, { ...variablesOf(world), SONDE_DATA_DIR: folder });
    try {
      return report(await measureAll({ address: sonde.address, world }, only));
    } finally {
      await sonde.stop();
    }
  } finally {
    await world.stop();
    await rm(folder, { recursive: true });
  }
}

function variablesOf(world: World): Record<string, string> {
  return {
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: world.caFile,
    SONDE_WHOIS_SERVER: world.whois,
    SONDE_RDAP_BOOTSTRAP: world.bootstrap,
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
    const visits = await goodVisitors(aim, number, end);
    return { attack, visits };
  } finally {
    await stop();
    // Whoever waited for the attack to end has an answer before the next phase.
    await ask({ address: aim.address, path: '/healthz', from: '127.0.0.1' }, AbortSignal.timeout(10_000));
  }
}

/** In a process of its own, which is ended with the phase. */
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
      atMost(`strangers: p50 under ${attacks[attack]} / quiet`, worstRatio(times, quiet, 'p50Ms'), MOST_RATIO),
      atMost(`strangers: p95 under ${attacks[attack]} / quiet`, worstRatio(times, quiet, 'p95Ms'), MOST_RATIO),
    ]),
    lines: [lineOf('quiet', quiet), ...attacked.map(({ attack, times }) => lineOf(attacks[attack] ?? attack, times))],
    rounds,
  };
}

type TimesByErrand = Readonly<Record<Errand, Times>>;

function timesOf(phases: readonly Phase[]): TimesByErrand {
  const visits = phases.flatMap((phase) => phase.visits);
  const rows = errands.map((errand) => [errand, timesOfErrand(visits.filter((visit) => visit.errand === errand))]);
  return Object.fromEntries(rows) as TimesByErrand;
}

function timesOfErrand(visits: readonly Visit[]): Times {
  const isAnswered = ({ status }: Visit) => status === 200;
  const sorted = visits.map((visit) => (isAnswered(visit) ? visit.ms : LONGEST_MS)).sort((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? LONGEST_MS);
  const refused = visits.filter((visit) => !isAnswered(visit)).length;
  return { p50Ms: at(0.5), p95Ms: at(0.95), count: visits.length, refused };
}

/** Of the errand that suffers most. */
function worstRatio(times: TimesByErrand, quiet: TimesByErrand, which: 'p50Ms' | 'p95Ms'): number {
  const ratios = errands.map((errand) => times[errand][which] / Math.max(LEAST_MS, quiet[errand][which]));
  return rounded(Math.max(...ratios));
}

function lineOf(name: string, times: TimesByErrand): string {
  const parts = errands.map((errand) => {
    const { p50Ms, p95Ms, count, refused } = times[errand];
    return `${errand} ${Math.round(p50Ms)}/${Math.round(p95Ms)} ms (${count}${refused > 0 ? `, ${refused} REFUSED` : ''})`;
  });
  return `strangers ${name.padEnd(30)} ${parts.join('  ')}`;
}
