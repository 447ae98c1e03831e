import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manyDomains, manyNames, runCommand } from '@sonde/lab';
import { typesAsked } from '../dns/own.ts';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf } from '../report.ts';
import { atMost, type Part } from '../service/part.ts';
import { type Contender, dig, floor, type Questions, type Run, sonde } from './contenders.ts';
import { type ServedDomains, serveDomains } from './served-domains.ts';
import { measureVisitors } from './visitors.ts';

const TARGETS = sized(1_000, { smoke: 10 });
const ROUNDS = sized(5, { quick: 1, smoke: 1 });
const ONE_WAY_DELAY_MS = sized(10, { smoke: 1 });
const MOST_WALL = 1;
const MOST_CPU = 0.5;

interface Round {
  readonly list: string;
  readonly runs: Readonly<Record<string, Run>>;
}

/**
 * A thousand names with forty types each, queried by `sonde check` and `dig -f`, on a name server of the same machine, beside
 * the floor of Node; and how long visitors wait while a server runs a list. `BENCH_PART=speed` or `visitors` runs one of the two.
 */
export async function run(): Promise<BenchReport> {
  const only = process.env['BENCH_PART'];
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'));
  const lab = await serveDomains(ONE_WAY_DELAY_MS);
  try {
    const speed = only === 'visitors' ? null : await measureSpeed(lab, folder);
    const visitors = only === 'speed' ? null : await measureVisitors(lab.delayed, folder);
    const parts = [speed, visitors].filter((part) => part !== null);
    return {
      conditions: {
        ...{ targets: TARGETS, rounds: ROUNDS, types: (await typesAsked(lab.server, 'firm-0000.firms')).length },
        visitorsOneWayDelayMs: ONE_WAY_DELAY_MS,
        peers: [/DiG \S+/.exec(await runCommand('dig', ['-v']))?.[0] ?? 'dig'],
      },
      targets: parts.flatMap(({ targets }) => targets),
      lines: parts.flatMap(({ lines }) => lines),
      rounds: parts.flatMap(({ rounds }) => rounds),
    };
  } finally {
    await lab.stop();
    await rm(folder, { recursive: true });
  }
}

async function measureSpeed(lab: ServedDomains, folder: string): Promise<Part> {
  const types = await typesAsked(lab.server, 'firm-0000.firms');
  const { existing, zone } = manyNames();
  const ownAddress = existing.filter((_, index) => index % 20 >= 4).map((name) => `${name}.${zone}`);
  const lists = {
    'a thousand domains': manyDomains().domains.slice(0, TARGETS),
    'a thousand names of one domain': ownAddress.slice(0, TARGETS),
  };
  const rounds: Round[] = [];
  for (const [list, domains] of Object.entries(lists)) {
    rounds.push(...(await series(list, { domains, types, lab, folder })));
  }
  return {
    targets: Object.keys(lists).flatMap((list) => targetsOf(list, rounds)),
    lines: Object.keys(lists).flatMap((list) => linesOf(list, rounds)),
    rounds,
  };
}

/** Interleaved: the starting contender alternates. The first round is not measured, so that every file is in memory. */
async function series(list: string, questions: Questions): Promise<Round[]> {
  const contenders = [await sonde(questions), await dig(questions), await floor(questions)];
  const answers = questions.domains.length * questions.types.length;
  const rounds: Round[] = [];
  for (let number = 0; number <= ROUNDS; number += 1) {
    const runs: Record<string, Run> = {};
    const order: readonly Contender[] = number % 2 === 0 ? contenders : contenders.toReversed();
    for (const { name, run: start } of order) runs[name] = await start();
    // No contender may be fast by finding less.
    const isComplete = runs['sonde check']?.records === runs['dig -f']?.records && runs['floor']?.records === answers;
    if (!isComplete) throw new Error(`${list}: ${JSON.stringify(runs)}`);
    if (number > 0) rounds.push({ list, runs });
  }
  return rounds;
}

const cpuOf = (run: Run | undefined) => (run === undefined ? Number.NaN : run.ownCpuMs + run.serverCpuMs);

function targetsOf(list: string, all: readonly Round[]) {
  const rounds = all.filter((round) => round.list === list);
  const ratio = (value: (run: Run | undefined) => number) =>
    rounded(spreadOf(rounds.map(({ runs }) => value(runs['sonde check']) / value(runs['dig -f']))).median);
  return [
    atMost(
      `${list}: time, sonde / dig`,
      ratio((one) => one?.wallMs ?? Number.NaN),
      MOST_WALL,
    ),
    atMost(`${list}: processor time, the name server included, sonde / dig`, ratio(cpuOf), MOST_CPU),
  ];
}

function linesOf(list: string, all: readonly Round[]): string[] {
  const rounds = all.filter((round) => round.list === list);
  const times = (of: string, by: string) =>
    spreadOf(rounds.map(({ runs }) => cpuOf(runs[of]) / cpuOf(runs[by]))).median.toFixed(2);
  const shares = [
    `floor / dig ${times('floor', 'dig -f')}`,
    `sonde / dig ${times('sonde check', 'dig -f')}`,
    `sonde / floor ${times('sonde check', 'floor')}`,
  ];
  const runLines = Object.keys(rounds[0]?.runs ?? {}).map((name) => {
    const median = (value: (run: Run) => number) =>
      spreadOf(rounds.flatMap(({ runs }) => (runs[name] === undefined ? [] : [value(runs[name])]))).median;
    const figures = [
      `wall ${Math.round(median(({ wallMs }) => wallMs))} ms`,
      `CPU ${Math.round(median(({ ownCpuMs }) => ownCpuMs))} ms`,
      `of the name server ${Math.round(median(({ serverCpuMs }) => serverCpuMs))} ms`,
    ];
    const found = `${rounds[0]?.runs[name]?.records} ${name === 'floor' ? 'answers' : 'records'}`;
    return `${list.padEnd(31)} ${name.padEnd(12)} ${figures.join('   ')}   ${found}`;
  });
  return [...runLines, `${list.padEnd(31)} processor time, the name server included: ${shares.join('   ')}`];
}
