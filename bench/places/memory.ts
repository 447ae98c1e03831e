import { setTimeout as wait } from 'node:timers/promises';
import { sized } from '../effort.ts';
import type { ServedSonde } from '../service/processes.ts';

export interface Memory {
  readonly rss: number;
  readonly heap: number;
}

const LOOKS = sized(6, { smoke: 1 });
const BETWEEN_MS = sized(500, { smoke: 20 });

/** The octets that a server holds when nothing is left that merely was not collected yet: the least of several looks. */
export async function memoryOf(sonde: ServedSonde): Promise<Memory> {
  const looks: Memory[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    sonde.collectGarbage();
    await wait(BETWEEN_MS);
    const metrics = await sonde.metrics();
    const read = (name: string) => metrics.get(name) ?? Number.NaN;
    looks.push({ rss: read('process_resident_memory_bytes'), heap: read('nodejs_heap_size_used_bytes') });
  }
  return { rss: Math.min(...looks.map(({ rss }) => rss)), heap: Math.min(...looks.map(({ heap }) => heap)) };
}
