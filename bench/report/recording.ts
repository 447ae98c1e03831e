import {
  checkQuery,
  createNodeNet,
  createTargetLimits,
  defaultLimitSettings,
  measure,
  type NodeNet,
  readNetSettings,
  recording,
} from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { sized } from '../effort.ts';
import { rounded, spreadOf, timed } from '../report.ts';

/** Durations of a lookup without and with recording in milliseconds, measured alternately. */
export interface RecordedRounds {
  readonly what: string;
  readonly plainMs: number;
  readonly recordedMs: number;
  /** By how many per cent recorded lookups took longer, by the medians. */
  readonly morePercent: number;
  /** Processor time of this process per lookup. */
  readonly plainCpuMs: number;
  readonly recordedCpuMs: number;
}

interface Lookup {
  readonly what: string;
  readonly id: 'dns' | 'ssl';
  readonly query: Readonly<Record<string, string>>;
  readonly rounds: number;
}

const WARM_UP_ROUNDS = sized(20, { smoke: 0 });

/** Makes the same lookup with the plain network layer and with one that records. */
export async function measureRecording(env: Readonly<Record<string, string>>, lookup: Lookup): Promise<RecordedRounds> {
  const { settings, problems } = readNetSettings(env);
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  try {
    return await inTurns(net, lookup);
  } finally {
    net.close();
  }
}

async function inTurns(net: NodeNet, { what, id, query, rounds }: Lookup): Promise<RecordedRounds> {
  const look = (through: Pick<NodeNet, keyof ReturnType<typeof recording>['net']>) => {
    const limits = createTargetLimits(defaultLimitSettings);
    return measure(checkQuery(id, query), { net: through, data: noData, limits, signal: AbortSignal.timeout(60_000) });
  };
  const plain = async () => void (await look(net));
  const recorded = async () => {
    const { net: tapped, finish } = recording(net);
    await look(tapped);
    finish();
  };
  // A server is warm by the time it is asked for evidence.
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await plain();
    await recorded();
  }
  const plainMs: Timed[] = [];
  const recordedMs: Timed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    plainMs.push(await withCpu(plain));
    recordedMs.push(await withCpu(recorded));
  }
  const medianOf = (all: readonly Timed[], of: keyof Timed) => spreadOf(all.map((one) => one[of])).median;
  const [before, after] = [medianOf(plainMs, 'ms'), medianOf(recordedMs, 'ms')];
  return {
    what,
    plainMs: before,
    recordedMs: after,
    morePercent: rounded((after / before - 1) * 100),
    plainCpuMs: medianOf(plainMs, 'cpuMs'),
    recordedCpuMs: medianOf(recordedMs, 'cpuMs'),
  };
}

interface Timed {
  readonly ms: number;
  readonly cpuMs: number;
}

async function withCpu(work: () => Promise<void>): Promise<Timed> {
  const before = process.cpuUsage();
  const { ms } = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}
