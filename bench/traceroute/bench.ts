import { mainPathMs, type PathLab, type PathTargetName, pathTarget, startPathLab } from '@sonde/lab';
import { bundled } from '../bundled.ts';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';
import type { Traced } from './tracer.ts';

const pathMs = Math.max(...mainPathMs);
const hostOf = (name: PathTargetName) => String(pathTarget(name).ipv4);
const [plain, silent, shared] = [hostOf('plain'), hostOf('silent'), hostOf('shared')];
const TRACES = sized(60, { smoke: 1 });
const TOGETHER = sized(200, { smoke: 2 });
const AT_ONCE = sized(20, { smoke: 2 });
/** What a server answers within its first minutes, while V8 compiles most of our code. */
const WARM_UPS = sized(1000, { quick: 400, smoke: 0 });
const SPAWNED = sized(40, { smoke: 1 });
const SHARED_RUNS = sized(20, { smoke: 1 });
/** Of difficult paths. */
const FEW = '3';
const OTHERS = sized(5, { smoke: 1 });

/** Options for one probe per hop, as fast as each tool allows. */
const tools: Readonly<Record<string, readonly string[]>> = {
  traceroute: ['traceroute', '-n', '-q1'],
  'mtr -c1': ['mtr', '-n', '-r', '-c1', '-i', '0.1', '-G', '1'],
  tcptraceroute: ['tcptraceroute', '-n', '-q1', '-w1'],
  scamper: ['scamper', '-c', 'trace -P udp-paris -q 1', '-i'],
};

/** The whole tool against common tracers: duration, processor time, accuracy, and difficult paths. */
export async function run(): Promise<BenchReport> {
  const program = await bundled(new URL('./tracer.ts', import.meta.url));
  const lab = await startPathLab();
  try {
    await lab.allowPingSockets(true);
    const ours = (host: string, ...args: string[]) => tracer(lab, [program, host, ...args]);
    const one = await ours(plain, String(TRACES), '1');
    // A smoke run traces one path of each kind.
    const likeOne = (host: string, ...args: string[]) => sized(() => ours(host, ...args), { smoke: async () => one })();
    const crowd = await likeOne(plain, String(TOGETHER), String(AT_ONCE), 'icmp', '1', 'false', String(WARM_UPS));
    const quiet = await likeOne(silent, FEW, '1', 'icmp', '3');
    const quietByUdp = await likeOne(silent, FEW, '1', 'udp', '3');
    const hole = await likeOne(hostOf('hole'), FEW, '1', 'icmp', '3');
    const quietEnd = await likeOne(hostOf('quietEnd'), FEW, '1', 'icmp', '3');
    const loop = await likeOne(hostOf('loop'), FEW);
    const ecmp = await ours(shared, String(SHARED_RUNS), '1', 'udp', '1', 'true');
    const theirs = await others(lab);
    const spawned = await crowdOfSpawned(lab);
    return report({ one, crowd, quiet, quietByUdp, hole, quietEnd, loop, ecmp, theirs, spawned });
  } finally {
    await lab.stop();
  }
}

interface Measured {
  readonly one: Traced;
  readonly crowd: Traced;
  readonly quiet: Traced;
  readonly quietByUdp: Traced;
  readonly hole: Traced;
  readonly quietEnd: Traced;
  readonly loop: Traced;
  readonly ecmp: Traced;
  readonly theirs: readonly TheirTrace[];
  readonly spawned: Spawned;
}

async function tracer(lab: PathLab, args: readonly string[]): Promise<Traced> {
  const options = { timeoutMs: 120_000 };
  const { code, stdout, stderr } = await lab.run(process.execPath, args, options);
  if (code !== 0) throw new Error(`the tracer ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

interface TheirTrace {
  readonly name: string;
  readonly median: number;
  readonly p95: number;
}

async function others(lab: PathLab): Promise<TheirTrace[]> {
  const found: TheirTrace[] = [];
  for (const [name, [command = '', ...args]] of Object.entries(tools)) {
    const times: number[] = [];
    for (let count = 0; count < OTHERS; count += 1) {
      const startedAtMs = performance.now();
      const { code, stderr } = await lab.run(command, [...args, String(plain)], { timeoutMs: 30_000 });
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${stderr}`);
      times.push(performance.now() - startedAtMs);
    }
    found.push({ name, median: spreadOf(times).median, p95: percentile(times, 95) });
  }
  return found;
}

interface Spawned {
  readonly cpuMs: number;
  /** Differences between the measured times and those of the links. */
  readonly errorsMs: readonly number[];
}

/** Runs one traceroute after another in bash, whose `times` reports the processor time of its children in milliseconds. */
async function crowdOfSpawned(lab: PathLab): Promise<Spawned> {
  const text = `for n in $(seq ${SPAWNED}); do traceroute -n -q1 ${plain}; done; times`;
  const { stdout } = await lab.run('bash', ['-c', text], { timeoutMs: 60_000 });
  const errorsMs = [...stdout.matchAll(/^ *(\d+) {2}[\d.]+ {2}([\d.]+) ms/gm)].map(([, hop, ms]) =>
    Math.abs(Number(ms) - (mainPathMs[Number(hop) - 1] ?? Number.NaN)),
  );
  const last = stdout.trim().split('\n').at(-1) ?? '';
  const seconds = [...last.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return { cpuMs: (1000 * seconds.reduce((sum, one) => sum + one, 0)) / SPAWNED, errorsMs };
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN);
}

function errorsOf({ hopsMs }: Traced): number[] {
  return hopsMs.flatMap((hops) =>
    hops.flatMap((ms, index) => (ms === null ? [] : Math.abs(ms - (mainPathMs[index] ?? Number.NaN)))),
  );
}

function report({ one, crowd, quiet, quietByUdp, hole, quietEnd, loop, ecmp, theirs, spawned }: Measured): BenchReport {
  const wall = spreadOf(one.durationsMs);
  const cpuMs = rounded(crowd.cpuMs / TOGETHER);
  const error = percentile(errorsOf(one), 95);
  const theirError = percentile(spawned.errorsMs, 95);
  const whole = ecmp.branches.filter((count) => count === 3).length;
  const p95 = percentile(crowd.durationsMs, 95);
  const first = percentile(one.firstMs, 95);
  const paths = spreadOf(ecmp.durationsMs);
  const slowest = (factor: number) => rounded(factor * pathMs);
  const target = (what: string, value: number, limit: number): Target => ({
    what,
    value,
    limit,
    isMet: value <= limit,
  });
  return {
    conditions: {
      ...{ hops: mainPathMs.length, pathMs, traces: TRACES, together: TOGETHER, atOnce: AT_ONCE, warmUps: WARM_UPS },
      ...{ rounds: 1, spawned: SPAWNED },
    },
    targets: [
      target('wall of a trace in which all answer, median in ms', wall.median, slowest(1.1)),
      target('CPU of a trace, as a share of that of a spawned traceroute', rounded(cpuMs / spawned.cpuMs), 0.5),
      target('20 traces at once, p95 in ms', p95, rounded(1.5 * wall.median)),
      // The last router reports a switched-off host after three seconds: a trace that ends before could not tell it from a silent one.
      target('silent target by ICMP, in ms', spreadOf(quiet.durationsMs).worst, 3500),
      target('silent target by UDP, which does not wait for that, in ms', spreadOf(quietByUdp.durationsMs).worst, 2500),
      target('a silent hop, in ms', spreadOf(hole.durationsMs).worst, 600),
      target('the last three hops silent, in ms', spreadOf(quietEnd.durationsMs).worst, 2500),
      target('routers that point at each other, in ms', spreadOf(loop.durationsMs).worst, 4000),
      target('error of round trips, p95 in ms (limit: that of traceroute and 0.3)', error, rounded(theirError + 0.3)),
      target('three paths of equal cost, median in ms', paths.median, slowest(4)),
      target('first hop told, p95 in ms', first, (mainPathMs[0] ?? 0) + 50),
      { what: 'runs in which all three paths were found', value: whole, limit: 19, isMet: whole >= 19 },
    ],
    lines: [
      `sonde: median ${wall.median} ms (${wall.best} to ${wall.worst}), p95 ${percentile(one.durationsMs, 95)} ms, CPU ${cpuMs} ms`,
      ...theirs.map(
        ({ name, median, p95: theirP95 }) =>
          `${name}: median ${rounded(median)} ms, p95 ${theirP95} ms, with its start`,
      ),
      `traceroute: CPU ${rounded(spawned.cpuMs)} ms, error p95 ${theirError} ms`,
    ],
    rounds: [
      {
        ...{ one: one.durationsMs, crowd: crowd.durationsMs, quiet: quiet.durationsMs, hole: hole.durationsMs },
        quietByUdp: quietByUdp.durationsMs,
        ...{ quietEnd: quietEnd.durationsMs, loop: loop.durationsMs, ecmp: ecmp.durationsMs, theirs },
      },
    ],
  };
}
