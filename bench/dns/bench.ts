import { isDeepStrictEqual } from 'node:util';
import { findCommand, runCommand } from '@sonde/lab';
import { importBundled } from '../bundled.ts';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, type Spread, spreadOf, type Target, timed } from '../report.ts';
import { type Contender, type Counts, manyProcesses, oneProcess, peerVersions, type Question } from './contenders.ts';
import { type ServedLab, serveLab } from './served-lab.ts';

const { askedAlone, preparedQuestions, sonde, timingLine, typesAsked } = await importBundled<typeof import('./own.ts')>(
  new URL('./own.ts', import.meta.url),
);

const domain = 'all.test';
const oneWayDelayMs = sized(10, { smoke: 1 });
const rounds = sized(9, { smoke: 1 });
/** What a server answers within its first minutes; the compiler of V8 is not done after 40. */
const warmUps = sized(200, { smoke: 1 });

type Cache = 'warm' | 'cold';
const caches = sized<readonly Cache[]>(['warm', 'cold'], { smoke: ['cold'] });

/** How much longer all types may take than the slowest of them alone. */
const mostOfSlowest: Readonly<Record<Cache, number>> = { warm: 1.15, cold: 1.3 };

interface Round {
  readonly cache: Cache;
  readonly number: number;
  /** Milliseconds of every contender, in the order in which they ran. */
  readonly ms: Readonly<Record<string, number>>;
  /** Milliseconds of every type queried alone, in the order of the queried types. */
  readonly aloneMs: readonly number[];
  /** Milliseconds of the same questions prepared, sent at once, and their answers not read. */
  readonly limitMs: number;
  /** What of dig's time is the start of a process. */
  readonly digStartMs: number;
}

/**
 * The whole lookup against dig, one process that asks the same types in several questions, on the same resolver 20 ms
 * away. kdig and a dig process per type run beside it for information, and the limit: the same questions prepared as octets.
 */
export async function run(): Promise<BenchReport> {
  for (const command of ['dig', 'kdig']) findCommand(command);
  const lab = await serveLab(oneWayDelayMs);
  try {
    const types = await typesAsked(lab.resolver, domain);
    const question: Question = { resolver: lab.resolver, domain, types };
    const contenders = [
      sonde(question),
      oneProcess('dig', question),
      oneProcess('kdig', question),
      manyProcesses(question),
    ];
    const found = await warmUp(contenders);
    const measured: Round[] = [];
    for (const cache of caches) measured.push(...(await series(cache, lab, question, contenders, found)));
    const conditions = { domain, rounds, warmUps, oneWayDelayMs, types, found, peers: await peerVersions(question) };
    const reported = report(types, found, measured);
    return { ...reported, lines: [...reported.lines, `one warm lookup: ${await timingLine(question)}`], conditions };
  } finally {
    await lab.stop();
  }
}

/**
 * Unmeasured, so that code and cache are warm: the peers are compiled programs, while a server compiles our code during
 * its first lookups. Returns what Sonde found.
 */
async function warmUp(contenders: readonly Contender[]): Promise<Counts> {
  let found: Counts | null = null;
  for (const contender of contenders) {
    for (let lookup = 0; lookup < warmUps; lookup += 1) {
      const counts = await contender.lookUp();
      found ??= counts;
      mustEqual(contender, counts, found);
      if (contender.name !== 'sonde') break;
    }
  }
  return found ?? {};
}

/** No contender may be fast by finding less: every lookup must find as many records of every type as Sonde's first. */
function mustEqual({ name }: Contender, counts: Counts, found: Counts): void {
  if (isDeepStrictEqual(counts, found)) return;
  throw new Error(`${name} found ${JSON.stringify(counts)}, and Sonde at first ${JSON.stringify(found)}`);
}

/** Interleaved: in every round each contender runs once, and the starting one rotates. */
async function series(
  cache: Cache,
  lab: ServedLab,
  question: Question,
  contenders: readonly Contender[],
  found: Counts,
): Promise<Round[]> {
  const prepare = async () => {
    if (cache === 'cold') await lab.flush();
  };
  const all: Round[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const first = number % contenders.length;
    const ms: Record<string, number> = {};
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      await prepare();
      const { ms: took, result } = await timed(contender.lookUp);
      mustEqual(contender, result, found);
      ms[contender.name] = took;
    }
    const digStartMs = (await timed(() => runCommand('dig', ['-v']))).ms;
    await prepare();
    const limitMs = (await timed(preparedQuestions(question))).ms;
    all.push({ cache, number, ms, digStartMs, limitMs, aloneMs: await askedAlone(question, prepare) });
  }
  return all;
}

function report(types: readonly number[], found: Counts, all: readonly Round[]): Omit<BenchReport, 'conditions'> {
  const records = Object.values(found).reduce((sum, count) => sum + count, 0);
  return {
    targets: caches.flatMap((cache) => targetsOf(cache, inCache(all, cache))),
    lines: [
      `${types.length} types asked of ${domain}; every lookup of every contender found ${records} records of ${Object.keys(found).length} types`,
      ...caches.flatMap((cache) => linesOf(cache, inCache(all, cache))),
    ],
    rounds: all,
  };
}

function inCache(all: readonly Round[], cache: Cache): Round[] {
  return all.filter((round) => round.cache === cache);
}

function targetsOf(cache: Cache, all: readonly Round[]): Target[] {
  const sondeMs = ({ ms }: Round) => ms['sonde'] ?? Number.NaN;
  const digMs = ({ ms }: Round) => ms['dig'] ?? Number.NaN;
  const median = (ratio: (round: Round) => number) => spreadOf(all.map(ratio)).median;
  const slowest = slowestAlone(all).median;
  const toSlowest = rounded(spreadOf(all.map(sondeMs)).median / slowest);
  const limitMs = spreadOf(all.map((round) => round.limitMs)).median;
  const toLimit = rounded(spreadOf(all.map(sondeMs)).median / limitMs);
  const most = mostOfSlowest[cache];
  const below = (what: string, value: number) => ({ what: `${cache}: ${what}`, value, limit: 0.5, isMet: value < 0.5 });
  return [
    below(
      'sonde / dig',
      median((round) => sondeMs(round) / digMs(round)),
    ),
    below(
      'sonde / dig without the start of its process',
      median((round) => sondeMs(round) / (digMs(round) - round.digStartMs)),
    ),
    { what: `${cache}: sonde / slowest type asked alone`, value: toSlowest, limit: most, isMet: toSlowest <= most },
    { what: `${cache}: sonde / prepared questions, the limit`, value: toLimit, limit: 1.15, isMet: toLimit <= 1.15 },
  ];
}

/**
 * The type with the greatest median. The greatest time of each round would favour Sonde: among 40 sequential questions,
 * some other process always delays one.
 */
function slowestAlone(all: readonly Round[]): Spread {
  const perType = (all[0]?.aloneMs ?? []).map((_, type) => spreadOf(all.map(({ aloneMs }) => aloneMs[type] ?? 0)));
  return perType.reduce((slowest, one) => (one.median > slowest.median ? one : slowest));
}

function linesOf(cache: Cache, all: readonly Round[]): string[] {
  const names = Object.keys(all[0]?.ms ?? {});
  const line = (what: string, { median, worst }: Spread) =>
    `${cache}  ${what.padEnd(27)} median ${median.toFixed(1).padStart(7)} ms   worst ${worst.toFixed(1).padStart(7)} ms`;
  return [
    ...names.map((name) => line(name, spreadOf(all.map(({ ms }) => ms[name] ?? Number.NaN)))),
    line('start of dig, in its times', spreadOf(all.map(({ digStartMs }) => digStartMs))),
    line('slowest type asked alone', slowestAlone(all)),
    line('limit: questions prepared', spreadOf(all.map(({ limitMs }) => limitMs))),
    line('slowest question of a round', spreadOf(all.map(({ aloneMs }) => Math.max(...aloneMs)))),
  ];
}
