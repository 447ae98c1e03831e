import { sized } from '../effort.ts';
import { atMost, type Part } from './part.ts';
import type { ServedSonde } from './processes.ts';
import { growth, restingState, type State, shown } from './state.ts';

const WAVES = sized(6, { smoke: 2 });
const LOOKUPS = sized(500, { smoke: 5 });
/** The first waves fill caches and compile the code. */
const WARM_WAVES = 2;
const MOST_HEAP_GROWTH = 1.15;
/** Processes return memory to the system late, and request it in large pieces. */
const MOST_MEMORY_GROWTH = 1.3;
/** An answer, a name that does not exist, and «try again later». */
const HONEST = new Set([200, 404, 503]);

interface Wave {
  readonly ms: number;
  readonly statuses: Readonly<Record<number, number>>;
  readonly after: State;
}

/**
 * Waves of 500 simultaneous lookups of different names: each is answered or told when to retry, and no connection stays
 * open.
 */
export async function measureCrowd(sonde: ServedSonde, pathOf: (name: string) => string): Promise<Part> {
  const waves: Wave[] = [];
  for (let number = 0; number < WAVES; number += 1) waves.push(await wave(number, sonde, pathOf));
  const warm = waves[WARM_WAVES - 1]?.after;
  const last = waves.at(-1)?.after;
  if (warm === undefined || last === undefined) throw new Error('there was no wave');
  const wrong = waves
    .flatMap(({ statuses }) => Object.entries(statuses))
    .filter(([status]) => !HONEST.has(Number(status)));
  return {
    targets: [
      atMost('crowd: kinds of answers that must not be', wrong.length, 0),
      atMost('crowd: heap after the last wave / after the second', growth('heapMb', warm, last), MOST_HEAP_GROWTH),
      atMost('crowd: memory after the last wave / after the second', growth('rssMb', warm, last), MOST_MEMORY_GROWTH),
      atMost('crowd: open files more than after the second wave', last.files - warm.files, 0),
    ],
    lines: waves.map(
      ({ ms, statuses, after }, number) =>
        `crowd   wave ${number + 1}  ${LOOKUPS} lookups in ${Math.round(ms)} ms  ${JSON.stringify(statuses)}  ${shown(after)}`,
    ),
    rounds: waves,
  };
}

async function wave(number: number, sonde: ServedSonde, pathOf: (name: string) => string): Promise<Wave> {
  const started = performance.now();
  const names = Array.from({ length: LOOKUPS }, (_, index) => `crowd-${number}-${index}`);
  const all = await Promise.all(names.map((name) => statusOf(`${sonde.address}${pathOf(name)}`)));
  const ms = performance.now() - started;
  const statuses: Record<number, number> = {};
  for (const status of all) statuses[status] = (statuses[status] ?? 0) + 1;
  return { ms, statuses, after: await restingState(sonde) };
}

/** 0 without an answer. */
async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
