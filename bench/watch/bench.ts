import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manyDomains } from '@sonde/lab';
import { sized } from '../effort.ts';
import { type ServedDomains, serveDomains } from '../lists/served-domains.ts';
import { type BenchReport, rounded, spreadOf } from '../report.ts';
import { atMost } from '../service/part.ts';
import { EVERY_SECONDS, octetsIn, type Phase, phase, settled, startWatching, watchAll } from './watching-server.ts';

/** What is promised: so many watches at the interval that DNS has by default. */
const [PROMISED, USUAL_SECONDS] = [1_000, 900];
const DAY_SECONDS = 86_400;
const WATCHED = sized(60, { quick: 30, smoke: 2 });
const ROUNDS = sized(3, { quick: 1, smoke: 1 });
const ROUND_SECONDS = sized(60, { quick: 20, smoke: 0.5 });
const IDLE_SECONDS = sized(30, { quick: 10, smoke: 0.2 });
const MOST_OF_A_CORE = 0.03;
/** A gigabyte in a year, for all of them. */
const MOST_MEGABYTES_A_DAY = 2.7;

interface Costs {
  readonly idle: Phase;
  readonly rounds: readonly Phase[];
  /** Octets of the database: empty, with the first states, and after more measurements that showed the same. */
  readonly octets: { readonly empty: number; readonly begun: number; readonly later: number };
  /** Measurements between the last two. */
  readonly measurements: number;
}

/**
 * What watches cost: the processor time of a server with some watches, which are measured far more often than usual, by
 * its own jobs; less what it uses without any. From that, a thousand watches at the usual interval. And what their states
 * need in the database.
 */
export async function run(): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-watch-'));
  const lab = await serveDomains(0);
  try {
    return reportOf(await measure(lab, folder));
  } finally {
    await lab.stop();
    await rm(folder, { recursive: true });
  }
}

async function measure({ server }: ServedDomains, folder: string): Promise<Costs> {
  const domains = manyDomains().domains.slice(0, WATCHED);
  const idle = await during(server, folder, async (sonde) => {
    // Its first call creates the database.
    await watchAll(sonde, []);
    return phase(sonde, IDLE_SECONDS);
  });
  const empty = await octetsIn(folder);
  await during(server, folder, async (sonde) => {
    await watchAll(sonde, domains);
    await settled(sonde, WATCHED);
  });
  const begun = await octetsIn(folder);
  const rounds = await during(server, folder, async (sonde) => {
    const measured: Phase[] = [];
    // The first one is not counted, so that all code is compiled.
    for (let round = 0; round <= ROUNDS; round += 1) measured.push(await phase(sonde, ROUND_SECONDS));
    return measured;
  });
  const measurements = rounds.reduce((sum, round) => sum + round.measurements, 0);
  return { idle, rounds: rounds.slice(1), octets: { empty, begun, later: await octetsIn(folder) }, measurements };
}

async function during<Result>(
  resolver: string,
  folder: string,
  work: (sonde: Awaited<ReturnType<typeof startWatching>>) => Promise<Result>,
): Promise<Result> {
  const sonde = await startWatching(resolver, folder);
  try {
    return await work(sonde);
  } finally {
    await sonde.stop();
  }
}

function reportOf({ idle, rounds, octets, measurements }: Costs): BenchReport {
  const idleMsPerSecond = idle.cpuMs / idle.seconds;
  const each = spreadOf(rounds.map((one) => (one.cpuMs - idleMsPerSecond * one.seconds) / one.measurements));
  const ofACore = rounded(((each.median / 1000) * PROMISED) / USUAL_SECONDS);
  const octetsOfAState = (octets.begun - octets.empty) / WATCHED;
  const octetsOfAMeasurement = (octets.later - octets.begun) / measurements;
  const megabytesADay = rounded((octetsOfAMeasurement * PROMISED * (DAY_SECONDS / USUAL_SECONDS)) / 1e6);
  return {
    conditions: {
      ...{ watched: WATCHED, everySeconds: EVERY_SECONDS, roundSeconds: ROUND_SECONDS, tool: 'dns, every common type' },
      ...{ promised: PROMISED, usualSeconds: USUAL_SECONDS, database: 'embedded' },
    },
    targets: [
      atMost(`${PROMISED} watches, each every ${USUAL_SECONDS} s: share of a core`, ofACore, MOST_OF_A_CORE),
      atMost(`a day of ${PROMISED} watches in which nothing changes: megabytes`, megabytesADay, MOST_MEGABYTES_A_DAY),
    ],
    lines: [
      `a measurement of a watch: ${each.median} ms of processor (${each.best} to ${each.worst}), its job and the database included`,
      `without watches ${rounded(idleMsPerSecond)} ms of processor a second`,
      `a watch with its first state: ${Math.round(octetsOfAState)} octets   a measurement that shows the same: ${Math.round(octetsOfAMeasurement)}`,
    ],
    rounds: [idle, ...rounds, { octets, measurements }],
  };
}
