import { readFile } from 'node:fs/promises';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';
import { askMany, type Contender, dnsperf, massdns, paced, type Run, sonde, ZONE, ZONE_BUDGET } from './contenders.ts';
import { allowedPerSecond, type DefaultSearch, searchByDefault } from './default-search.ts';
import { preparedByTcp } from './limit.ts';
import { type ServedNames, serveNames } from './served-names.ts';

const rounds = sized(7, { smoke: 1 });
const warmUps = sized(3, { smoke: 0 });
const CANDIDATES = sized(100_000, { smoke: 1_000 });
const LOSSY_CANDIDATES = sized(40_000, { smoke: 200 });
const LIMITED_CANDIDATES = sized(20_000, { smoke: 200 });
/** For the measurement of memory. */
const FEW = sized(100_000, { smoke: 1_000 });
const MANY = sized(1_000_000, { smoke: 2_000 });
const MEBIBYTE = 1024 * 1024;
const DEFAULT_SEARCHES = sized(5, { smoke: 1 });
/** Number of words in a default search. */
const WORDS = 6000;

interface Round {
  readonly runs: Readonly<Record<string, Run>>;
}

/**
 * 100,000 candidates in a zone with 5,000 names on one authoritative server (Knot, one worker per transport) on the same
 * machine: Sonde's bulk queries against dnsperf, which only counts, prepared queries, which are the limit, and massdns if
 * `MASSDNS` is its path (Debian has no package of it); once with the pacing of a search. The query budget of the zone is
 * raised. Then over lossy links, and with ten times as many candidates to measure memory.
 * Finally, searches as visitors run them, with the default budget and a resolver 20 ms away.
 */
export async function run(): Promise<BenchReport> {
  const names = await serveNames();
  try {
    const candidates = (await readFile(names.words, 'utf8')).split('\n').slice(0, CANDIDATES);
    const path = process.env['MASSDNS'];
    const contenders = [
      sonde(names.server, 'tcp', candidates),
      sonde(names.server, 'udp', candidates),
      preparedByTcp(names.server, ZONE, candidates),
      await dnsperf(names.server, 'tcp', names.words, candidates),
      await dnsperf(names.server, 'udp', names.words, candidates),
      ...(path === undefined ? [] : [await massdns(path, names.server, names.words)]),
    ];
    // Warm-up: the peers are compiled programs, and on a server the first searches compile our code.
    for (const contender of contenders.slice(0, 2))
      for (let time = 0; time < warmUps; time += 1) await complete(contender);
    const all = await interleaved(contenders);
    const atPace = paced(names.server, candidates);
    const pacedRounds = [{ runs: { [atPace.name]: await complete(atPace) } }];
    const rough = await roughWays(names, candidates);
    const memory = await memoryTargets(names.server);
    const searches = await defaultSearches(names.delayed);
    const conditions = {
      candidates: candidates.length,
      rounds,
      massdns: path ?? 'not given',
      pace: 'none, but for «sonde, paced»: 10,000 questions a second to a resolver of one’s own; a public one gets 1,000',
      SONDE_ZONE_BUDGET: `${ZONE_BUDGET}, raised: a zone on the internet hears 2,000 questions a second at most`,
    };
    return {
      conditions,
      targets: [
        ...speedTargets(all, path !== undefined),
        paceTarget(pacedRounds),
        ...rough,
        ...memory,
        ...searchTargets(searches),
      ],
      lines: [...linesOf(contenders, all), ...linesOf([atPace], pacedRounds), searchLine(searches)],
      rounds: [...all, { searches }],
    };
  } finally {
    await names.stop();
  }
}

/** Sonde must find every name even on a busy machine; for peers, lost names are reported. */
async function complete(contender: Contender): Promise<Run> {
  const run = await contender.run();
  if (run.found === contender.existing || !contender.name.startsWith('sonde')) return run;
  throw new Error(`${contender.name} found ${run.found} of ${contender.existing} names`);
}

async function interleaved(contenders: readonly Contender[]): Promise<Round[]> {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % contenders.length;
    const runs: Record<string, Run> = {};
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      runs[contender.name] = await complete(contender);
    }
    all.push({ runs });
  }
  return all;
}

/** The median of the ratios within each round, since the machine is slower in some rounds. */
function ratio(all: readonly Round[], of: string, to: string, what: 'wallMs' | 'cpuMs'): number {
  return spreadOf(all.map(({ runs }) => (runs[of]?.[what] ?? Number.NaN) / (runs[to]?.[what] ?? Number.NaN))).median;
}

function speedTargets(all: readonly Round[], hasMassdns: boolean): Target[] {
  const atMost = (of: string, to: string, what: 'wallMs' | 'cpuMs', limit: number): Target => {
    const value = ratio(all, of, to, what);
    return { what: `${of} / ${to}: ${what === 'wallMs' ? 'wall' : 'CPU'}`, value, limit, isMet: value <= limit };
  };
  const peer = hasMassdns
    ? [
        atMost('sonde, tcp', 'massdns', 'wallMs', 0.5),
        atMost('sonde, tcp', 'massdns', 'cpuMs', 0.5),
        atMost('sonde, udp', 'massdns', 'wallMs', 1),
      ]
    : [];
  return [
    ...peer,
    atMost('sonde, tcp', 'dnsperf, tcp', 'wallMs', 0.5),
    atMost('sonde, tcp', 'dnsperf, tcp', 'cpuMs', 0.5),
    atMost('sonde, udp', 'dnsperf, udp', 'wallMs', 1),
    atMost('sonde, tcp', 'limit, tcp', 'wallMs', 1.5),
  ];
}

/** A search in one's own network must not take longer than a visitor waits. */
function paceTarget(all: readonly Round[]): Target {
  const seconds = rounded((all[0]?.runs['sonde, paced']?.wallMs ?? Number.NaN) / 1000);
  return {
    what: `s for ${CANDIDATES} candidates at the pace for a resolver of one’s own`,
    value: seconds,
    limit: 15,
    isMet: seconds <= 15,
  };
}

async function roughWays({ lossy, far, limited }: ServedNames, candidates: readonly string[]): Promise<Target[]> {
  const missed = async (what: string, way: string, count: number): Promise<Target> => {
    const { found, failed, wallMs } = await askMany(way, 'udp', candidates.slice(0, count));
    const value = count / 20 - found + failed;
    return {
      what: `${what}: names missed of ${count} in ${rounded(wallMs / 1000)} s`,
      value,
      limit: 0,
      isMet: value === 0,
    };
  };
  return [
    await missed('20 ms away, every twentieth datagram lost either way', lossy, LOSSY_CANDIDATES),
    await missed('150 ms away, every tenth datagram lost either way', far, LIMITED_CANDIDATES),
    await missed('at most 5,000 questions a second answered', limited, LIMITED_CANDIDATES),
  ];
}

/** The memory of a search must not grow with the number of candidates. */
async function memoryTargets(server: string): Promise<Target[]> {
  const peakOf = async (count: number) => {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    await askMany(server, 'tcp', invented(count));
    clearInterval(timer);
    return (peak - before) / MEBIBYTE;
  };
  await peakOf(FEW);
  const [few, many] = [await peakOf(FEW), await peakOf(MANY)];
  const value = rounded(many - few);
  return [{ what: 'MiB more for a million candidates than for 100,000', value, limit: 32, isMet: value <= 32 }];
}

function* invented(count: number): Generator<string> {
  for (let index = 0; index < count; index += 1) yield `no-such-name-${index}`;
}

async function defaultSearches(resolver: string): Promise<DefaultSearch[]> {
  if (warmUps > 0) await searchByDefault(resolver);
  const all: DefaultSearch[] = [];
  while (all.length < DEFAULT_SEARCHES) all.push(await searchByDefault(resolver));
  return all;
}

/** A search sends more queries than it has words: for IPv6 addresses, wildcards and permutations. */
function searchTargets(all: readonly DefaultSearch[]): Target[] {
  const total = spreadOf(all.map(({ ms }) => ms / 1000 / (WORDS / allowedPerSecond))).median;
  const first = spreadOf(all.map(({ firstNamesMs }) => firstNamesMs)).median;
  return [
    {
      what: `default search, resolver 20 ms away / the time of ${WORDS} questions at the allowed ${allowedPerSecond} a second`,
      value: total,
      limit: 1.5,
      isMet: total <= 1.5,
    },
    { what: 'default search: ms until the first names are reported', value: first, limit: 150, isMet: first <= 150 },
  ];
}

function searchLine(all: readonly DefaultSearch[]): string {
  const { median, worst } = spreadOf(all.map(({ ms }) => ms));
  const first = spreadOf(all.map(({ firstNamesMs }) => firstNamesMs));
  const [{ names = 0, asked = 0 } = {}] = all;
  return `default search, resolver 20 ms away: ${median.toFixed(0)} ms (worst ${worst.toFixed(0)}), first names after ${first.median.toFixed(0)} ms (worst ${first.worst.toFixed(0)}), ${names} names, ${asked} questions`;
}

function linesOf(contenders: readonly Contender[], all: readonly Round[]): string[] {
  return contenders.map(({ name, existing }) => {
    const wall = spreadOf(all.map(({ runs }) => runs[name]?.wallMs ?? Number.NaN));
    const fewest = Math.min(...all.map(({ runs }) => runs[name]?.found ?? 0));
    const cpu = spreadOf(all.map(({ runs }) => runs[name]?.cpuMs ?? Number.NaN));
    return `${name.padEnd(13)} wall ${wall.median.toFixed(0).padStart(5)} ms (best ${wall.best.toFixed(0)})   CPU ${cpu.median.toFixed(0).padStart(5)} ms   fewest names ${fewest} of ${existing}`;
  });
}
