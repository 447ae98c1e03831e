import { type DelegationWorld, flawedZones, healthyZones, runCommand, startDelegationWorld } from '@sonde/lab';
import { isHere, needCommands, sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';
import { type Comparison, compare, type ZoneSaid } from './compare.ts';
import {
  type Contender,
  dnsviz,
  dnsvizTogether,
  type RunningSonde,
  type Said,
  startMs,
  startSonde,
  zonemaster,
} from './contenders.ts';
import { fuzz } from './fuzz.ts';

const delayMs = sized(10, { smoke: 1 });
const AT_A_TIME = 3;
const BATCH = 16;
const limits = {
  questionsToZonemaster: 0.3,
  questionsToDnsviz: 0.5,
  wallToZonemaster: 0.2,
  wallToDnsviz: 0.3,
} as const;
/** Each in a different style; the zones above them are not shared. */
const measured = sized(
  [
    'ecdsa.test',
    'rsa.test',
    'ed25519.test',
    'nsec3.test',
    'optout.test',
    'csk.test',
    'multi-signer.test',
    'unsigned.test',
    'anycast.test',
    'six.test',
  ],
  { smoke: ['ecdsa.test'] },
);
const peers = ['dnsviz', 'zonemaster'] as const;
type Peer = (typeof peers)[number];
type Who = 'sonde' | Peer;

type Contenders = Readonly<Record<Who, Contender>>;

interface Round {
  readonly zone: string;
  readonly ms: Readonly<Record<Who, number>>;
  /** UDP datagrams and TCP connections to port 53, including retries. */
  readonly questions: Readonly<Record<Who, number>>;
  /** Sonde's findings more severe than a note. */
  readonly worse: readonly string[];
}

/**
 * The delegation check compared with dnsviz and zonemaster-cli, on the same servers 20 ms away: their findings, number
 * of questions and wall time; then hostile messages through the proofs.
 */
export async function run(): Promise<BenchReport> {
  needCommands(['dnsviz', 'zonemaster-cli']);
  const hasPeers = isHere('dnsviz') && isHere('zonemaster-cli');
  const zones = sized([...healthyZones, ...flawedZones], {
    smoke: healthyZones.filter(({ name }) => name === 'ecdsa.test'),
  });
  const world = await startDelegationWorld({ on: 'near', zones });
  try {
    await world.replaceRootHints();
    const sonde = await startSonde(world);
    const contenders = { sonde, dnsviz: dnsviz(world), zonemaster: zonemaster(world) };
    const running = hasPeers ? Object.values(contenders) : [sonde];
    await warmUp(sonde);
    const starts = hasPeers ? await startMs(world) : null;
    const rounds: Round[] = [];
    for (const zone of measured) rounds.push(await round(world, zone, running));
    const names = zones.map(({ name }) => name);
    const said = hasPeers ? await allSaid(world, contenders, names) : [];
    const comparison = compare(said);
    const { text: _, ...fuzzed } = await fuzz();
    return {
      conditions: { delayMs, measured, peers: hasPeers ? await versions() : [], starts, zones: zones.length, fuzzed },
      targets: [...ratios(rounds), ...foundTargets(rounds, comparison), ...fuzzTargets(fuzzed)],
      lines: [...wallLines(rounds), ...(starts === null ? [] : [startLine(starts)]), ...comparison.lines],
      rounds: [...rounds, ...said],
    };
  } finally {
    await world.stop();
  }
}

/** A running server has compiled this code before. */
async function warmUp(sonde: RunningSonde): Promise<void> {
  await sonde.checkAll([{ queries: measured.map((domain) => ({ domain })), atOnce: 2 }]);
}

async function round(world: DelegationWorld, zone: string, contenders: readonly Contender[]): Promise<Round> {
  const ms: Partial<Record<Who, number>> = {};
  const questions: Partial<Record<Who, number>> = {};
  let worse: readonly string[] = [];
  for (const contender of contenders) {
    const before = await world.questions();
    const { wallMs, raw } = await contender.check(zone);
    const after = await world.questions();
    ms[contender.name] = rounded(wallMs);
    questions[contender.name] = after.udp - before.udp + after.tcp - before.tcp;
    if (contender.name === 'sonde') {
      worse = raw.filter((line) => /^(bad|warn|unknown) /.test(line));
    }
  }
  return { zone, worse, ms: ms as Round['ms'], questions: questions as Round['questions'] };
}

/** Counts findings only, so dnsviz runs in batches and zonemaster-cli several at a time. */
async function allSaid(world: DelegationWorld, contenders: Contenders, zones: readonly string[]): Promise<ZoneSaid[]> {
  const byDnsviz = new Map<string, Pick<Said, 'codes' | 'raw'>>();
  const byZonemaster = new Map<string, Said>();
  const waiting = [...zones];
  const askZonemaster = async () => {
    for (let zone = waiting.shift(); zone !== undefined; zone = waiting.shift()) {
      byZonemaster.set(zone, await contenders.zonemaster.check(zone));
    }
  };
  const askDnsviz = async () => {
    for (let start = 0; start < zones.length; start += BATCH) {
      const found = await dnsvizTogether(world, zones.slice(start, start + BATCH));
      for (const [zone, said] of found) byDnsviz.set(zone, said);
    }
  };
  await Promise.all([askDnsviz(), ...Array.from({ length: AT_A_TIME }, askZonemaster)]);
  const all: ZoneSaid[] = [];
  for (const zone of zones) {
    const [dnsvizSaid, zonemasterSaid] = [byDnsviz.get(zone), byZonemaster.get(zone)];
    if (dnsvizSaid === undefined || zonemasterSaid === undefined) throw new Error(`a peer said nothing of ${zone}`);
    const { codes, raw } = await contenders.sonde.check(zone);
    const { codes: zonemasterCodes, raw: zonemasterRaw } = zonemasterSaid;
    all.push({
      zone,
      sonde: { codes, raw },
      dnsviz: dnsvizSaid,
      zonemaster: { codes: zonemasterCodes, raw: zonemasterRaw },
    });
  }
  return all;
}

/** The peers' times include the start of their processes; Sonde is queried as a running server. */
function ratios(rounds: readonly Round[]): Target[] {
  const below = (what: string, values: readonly number[], limit: number): Target => {
    const value = spreadOf(values).median;
    return { what, value, limit, isMet: value <= limit };
  };
  const asked = (peer: Peer) => rounds.map(({ questions }) => questions.sonde / questions[peer]);
  const walls = (peer: Peer) => rounds.map(({ ms }) => ms.sonde / ms[peer]);
  return [
    below('questions: sonde / zonemaster-cli', asked('zonemaster'), limits.questionsToZonemaster),
    below('questions: sonde / dnsviz', asked('dnsviz'), limits.questionsToDnsviz),
    below('wall: sonde / zonemaster-cli', walls('zonemaster'), limits.wallToZonemaster),
    below('wall: sonde / dnsviz', walls('dnsviz'), limits.wallToDnsviz),
  ];
}

function foundTargets(rounds: readonly Round[], { unexplained, missing }: Comparison): Target[] {
  const none = (what: string, value: number): Target => ({ what, value, limit: 0, isMet: value === 0 });
  return [
    none('findings worse than a note on healthy zones', rounds.flatMap(({ worse }) => worse).length),
    none('findings of dnsviz and zonemaster-cli that are not explained', unexplained.length),
    none('true findings of dnsviz and zonemaster-cli that sonde lacks', missing.length),
  ];
}

function fuzzTargets({ messages, failures }: Omit<Awaited<ReturnType<typeof fuzz>>, 'text'>): Target[] {
  return [
    {
      what: 'hostile messages through canonical form and proofs',
      value: messages,
      limit: 50_000,
      isMet: messages >= 50_000,
    },
    { what: 'of these that ended in a bug or beyond the limits', value: failures, limit: 0, isMet: failures === 0 },
  ];
}

function wallLines(rounds: readonly Round[]): string[] {
  return (['sonde', ...peers] as const).map((who) => {
    const wall = spreadOf(rounds.map(({ ms }) => ms[who]));
    const asked = spreadOf(rounds.map(({ questions }) => questions[who]));
    const name = { sonde: 'sonde', dnsviz: 'dnsviz probe + print', zonemaster: 'zonemaster-cli' }[who];
    return `${name.padEnd(21)} median ${wall.median.toFixed(0).padStart(6)} ms   worst ${wall.worst.toFixed(0).padStart(6)} ms   ${asked.median} questions`;
  });
}

function startLine({ dnsviz: ofDnsviz, zonemaster: ofZonemaster }: Readonly<Record<Peer, number>>): string {
  return `of these times, the start of the processes: dnsviz ${ofDnsviz.toFixed(0)} ms, zonemaster-cli ${ofZonemaster.toFixed(0)} ms`;
}

async function versions(): Promise<string[]> {
  const packages = ['dnsviz', 'zonemaster-cli', 'bind9', 'knot', 'nsd'];
  const text = await runCommand('dpkg-query', ['-W', ...packages]);
  return text.trim().replaceAll('\t', ' ').split('\n');
}
