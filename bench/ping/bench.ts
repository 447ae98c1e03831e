import { type NetworkLab, networkTargets, startNetworkLab } from '@sonde/lab';
import { bundled } from '../bundled.ts';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';

interface Crowd {
  readonly cpuMs: number;
  readonly averages: readonly number[];
  readonly lost: number;
}

const sessions = sized(500, { smoke: 2 });
/** Ten times as many as a server runs at once. */
const manySessions = sized(2000, { smoke: 4 });
const rounds = sized(3, { smoke: 1 });
/** What a server answers within its first minutes, while V8 compiles most of our code. */
const warmUps = sized(1000, { smoke: 1 });
const contenders = ['sonde', 'spawn'] as const;
type Contender = (typeof contenders)[number];
const { far } = networkTargets;
/** Of each ping; the starts of all are spread over one interval. */
const packets = sized(5, { smoke: 1 });
const intervalMs = sized(1000, { smoke: 100 });
/** Round trip time of the lab's link. */
const pathMs = 34;

type Round = Readonly<Record<Contender, Measured>>;

/** The program is `crowd.ts`, bundled. */
interface Where {
  readonly lab: NetworkLab;
  readonly program: string;
}

interface Measured {
  readonly cpuMsPerSession: number;
  /** Median over the sessions, each the average of its packets. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Deviation of the median from the link's round trip time. */
  readonly errorMs: number;
  readonly lost: number;
}

/**
 * 500 pings at once over a path of 34 ms, by our engine and by a process each, in turn; then 2,000 at once by our engine,
 * which must lose none of their packets.
 */
export async function run(): Promise<BenchReport> {
  const program = await bundled(new URL('./crowd.ts', import.meta.url));
  const lab = await startNetworkLab();
  try {
    const all: Round[] = [];
    for (let number = 0; number < rounds; number += 1) all.push(await round({ lab, program }, number));
    const many = summary(await crowd({ lab, program }, 'sonde', manySessions), manySessions);
    const { targets, lines, rounds: measured } = report(all);
    return {
      targets: [...targets, ...targetsOfMany(many)],
      lines: [...lines, lineOf(`sonde, ${manySessions} at once`, [many])],
      rounds: [...measured, { many }],
      conditions: { sessions, manySessions, rounds, packets, intervalMs, spreadMs: intervalMs, pathMs },
    };
  } finally {
    await lab.stop();
  }
}

async function round(where: Where, number: number): Promise<Round> {
  const measured: Partial<Record<Contender, Measured>> = {};
  for (const contender of number % 2 === 0 ? contenders : [...contenders].reverse())
    measured[contender] = summary(await crowd(where, contender, sessions), sessions);
  const { sonde, spawn } = measured;
  if (sonde === undefined || spawn === undefined) throw new Error('a contender did not run');
  return { sonde, spawn };
}

async function crowd({ lab, program }: Where, contender: Contender, count: number): Promise<Crowd> {
  const args = [program, contender, String(far.ipv4), ...[count, packets, intervalMs, warmUps].map(String)];
  const { code, stdout, stderr } = await lab.run(process.execPath, args, { timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`${contender} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

function summary({ cpuMs, averages, lost }: Crowd, count: number): Measured {
  const sorted = [...averages].sort((a, b) => a - b);
  const medianMs = spreadOf(averages).median;
  return {
    cpuMsPerSession: rounded(cpuMs / count),
    medianMs,
    p99Ms: rounded(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN),
    errorMs: rounded(Math.abs(medianMs - pathMs)),
    lost,
  };
}

function report(all: readonly Round[]): Omit<BenchReport, 'conditions'> {
  const lines = contenders.map((name) =>
    lineOf(
      name,
      all.map((one) => one[name]),
    ),
  );
  return { targets: targets(all), lines, rounds: all };
}

function lineOf(name: string, all: readonly Measured[]): string {
  const of = (pick: (one: Measured) => number) => spreadOf(all.map(pick));
  const cpu = of((one) => one.cpuMsPerSession);
  const [median, p99, error, lost] = [
    of((one) => one.medianMs),
    of((one) => one.p99Ms),
    of((one) => one.errorMs),
    of((one) => one.lost),
  ].map((spread) => spread.median);
  return `${name}: ${cpu.median} ms CPU per session (${cpu.best} to ${cpu.worst}), median ${median} ms, p99 ${p99} ms, error of the median ${error} ms, lost ${lost}`;
}

/** Whoever measures 2,000 at once must not measure itself: neither lost packets nor waits of its own. */
function targetsOfMany({ lost, p99Ms }: Measured): Target[] {
  const limit = pathMs + 1;
  return [
    { what: `packets lost of ${manySessions} sessions at once`, value: lost, limit: 0, isMet: lost === 0 },
    { what: `p99 of ${manySessions} sessions at once, in ms`, value: p99Ms, limit, isMet: p99Ms <= limit },
  ];
}

function targets(all: readonly Round[]): Target[] {
  const share = spreadOf(all.map(({ sonde, spawn }) => sonde.cpuMsPerSession / spawn.cpuMsPerSession)).median;
  const error = spreadOf(all.map(({ sonde }) => sonde.errorMs)).median;
  const theirError = spreadOf(all.map(({ spawn }) => spawn.errorMs)).median;
  const lost = Math.max(...all.map(({ sonde }) => sonde.lost));
  return [
    { what: 'CPU per session, as a share of that of a process each', value: share, limit: 0.2, isMet: share <= 0.2 },
    { what: 'error of the median, in ms (limit: theirs)', value: error, limit: theirError, isMet: error < theirError },
    { what: 'packets lost', value: lost, limit: 0, isMet: lost === 0 },
  ];
}
