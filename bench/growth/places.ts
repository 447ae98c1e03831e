import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sized } from '../effort.ts';
import { serveDomains } from '../lists/served-domains.ts';
import { askPlaces, askPlainly, freshNames, inTurn } from '../places/calls.ts';
import { enrol } from '../places/enrol.ts';
import { startLightAgents } from '../places/light-agents.ts';
import { memoryOf } from '../places/memory.ts';
import type { Part } from '../service/part.ts';
import { cpuMs, type ServedSonde, serveSonde } from '../service/processes.ts';
import { type Cost, growthOf } from './growth.ts';

const SIZES = sized([10, 100, 1_000], { smoke: [2, 4] });
/** Enough that memory is that of a server in use. */
const WARM = sized(100, { smoke: 2 });
/** The hub gives each agent at most 60 jobs a minute. */
const CALLS = sized(50, { smoke: 2 });
const PLACES_OF_A_CALL = sized(10, { smoke: 2 });

type Variables = Readonly<Record<string, string>>;

/** Memory of each connected place, and processor time of each job, while one server has more and more places. */
export async function growthOfPlaces(): Promise<readonly Part[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-growth-'));
  const lab = await serveDomains(0);
  const variables = { SONDE_PLACES: 'on', SONDE_TRUST_PROXY: '127.0.0.1', SONDE_DATA_DIR: folder };
  try {
    const sonde = await serveSonde(lab.server, variables);
    try {
      return await measure(sonde, variables);
    } finally {
      await sonde.stop();
    }
  } finally {
    await lab.stop();
    await rm(folder, { recursive: true });
  }
}

async function measure(sonde: ServedSonde, variables: Variables): Promise<readonly Part[]> {
  const { data } = await askPlainly(sonde, freshNames().next().value);
  const idsOf = (kind: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${kind}-${from + index}`);
  const connect = async (ids: readonly string[], firstAddress: number) =>
    startLightAgents({
      server: sonde.address,
      members: await enrol(sonde, variables, ids, firstAddress),
      data,
      old: [],
    });
  const warm = idsOf('warm', 0, WARM);
  const warmAgents = await connect(warm, 0);
  await costOfAJob(sonde, warm);
  await warmAgents.stop();
  const alone = await memoryOf(sonde);
  const [memory, jobs]: [Cost[], Cost[]] = [[], []];
  const connected: { stop(): Promise<void> }[] = [];
  try {
    for (const [index, many] of SIZES.entries()) {
      const before = SIZES[index - 1] ?? 0;
      connected.push(await connect(idsOf('place', before, many), WARM + before));
      memory.push({ many, each: ((await memoryOf(sonde)).heap - alone.heap) / many / 1000 });
      jobs.push({ many, each: await costOfAJob(sonde, idsOf('place', 0, many)) });
    }
  } finally {
    for (const one of connected) await one.stop();
  }
  return [
    growthOf({ what: 'a connected place: kB of heap', of: 'places', slack: 1 }, memory),
    growthOf({ what: 'a job of a place: us of processor', of: 'places', slack: 20 }, jobs),
  ];
}

/** Microseconds of processor, the whole call included. */
async function costOfAJob(sonde: ServedSonde, places: readonly string[]): Promise<number> {
  const turn = inTurn(places);
  const before = await cpuMs(sonde.pid);
  for (let call = 0; call < CALLS; call += 1)
    await askPlaces(sonde, `growth-${places.length}-${call}.example`, turn(PLACES_OF_A_CALL));
  return (((await cpuMs(sonde.pid)) - before) * 1000) / (CALLS * PLACES_OF_A_CALL);
}
