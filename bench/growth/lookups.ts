import { sized } from '../effort.ts';
import { serveDomains } from '../lists/served-domains.ts';
import { askPlainly, freshNames } from '../places/calls.ts';
import type { Part } from '../service/part.ts';
import { cpuMs, serveSonde } from '../service/processes.ts';
import { type Cost, growthOf } from './growth.ts';

const SIZES = sized([30, 300, 3_000], { quick: [10, 100, 1_000], smoke: [1, 2] });
/** So that most code is compiled. */
const WARM = sized(400, { smoke: 1 });
const AT_ONCE = 8;

/** Processor time of a lookup of DNS, each of another name, while one server answers more and more of them. */
export async function growthOfLookups(): Promise<Part> {
  const lab = await serveDomains(0);
  try {
    const sonde = await serveSonde(lab.server, { SONDE_ZONE_BUDGET: 'off' });
    try {
      const names = freshNames();
      const look = async (count: number) => {
        let left = count;
        const one = async () => {
          while (left > 0) {
            left -= 1;
            await askPlainly(sonde, names.next().value);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, one));
      };
      await look(WARM);
      const costs: Cost[] = [];
      for (const many of SIZES) {
        const before = await cpuMs(sonde.pid);
        await look(many);
        costs.push({ many, each: ((await cpuMs(sonde.pid)) - before) / many });
      }
      return growthOf({ what: 'a lookup: ms of processor', of: 'lookups', slack: 0.1 }, costs);
    } finally {
      await sonde.stop();
    }
  } finally {
    await lab.stop();
  }
}
