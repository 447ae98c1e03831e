import { setTimeout as wait } from 'node:timers/promises';
import { sized } from '../effort.ts';
import type { ServedSonde } from '../service/processes.ts';

export interface Memory {
  readonly rss: number;
  readonly heap: number;
  /** What is resident but for the young generation, whose reserve grows with the load up to 33 MB, however many agents there are. */
  readonly kept: number;
}

const LOOKS = sized(6, { smoke: 1 });
const BETWEEN_MS = sized(500, { smoke: 20 });

/** The octets that a server holds when nothing is left that merely was not collected yet: the least of several looks. */
export async function memoryOf(sonde: Pick<ServedSonde, 'collectGarbage' | 'metrics'>): Promise<Memory> {
  const looks: Memory[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    sonde.collectGarbage();
    await wait(BETWEEN_MS);
    const metrics = await sonde.metrics();
    const read = (name: string) => metrics.get(name) ?? Number.NaN;
    const rss = read('process_resident_memory_bytes');
    const kept = rss - read('nodejs_heap_space_size_total_bytes{space="new"}');
    looks.push({ rss, kept, heap: read('nodejs_heap_size_used_bytes') });
  }
  const least = (name: keyof Memory) => Math.min(...looks.map((look) => look[name]));
  return { rss: least('rss'), kept: least('kept'), heap: least('heap') };
}
