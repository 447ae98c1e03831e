import type { BenchReport } from '../report.ts';
import { growthOfLookups } from './lookups.ts';
import { growthOfPlaces } from './places.ts';
import { growthOfWatchedDays } from './watched-days.ts';

/** What a lookup, a stored day of a watch and a place cost when there are ten and a hundred times as many. */
export async function run(): Promise<BenchReport> {
  const parts = [await growthOfLookups(), ...(await growthOfWatchedDays()), ...(await growthOfPlaces())];
  return {
    conditions: {
      lookup: 'DNS, every common type, each of another name; resolver on loopback',
      watch:
        'once an hour, in the embedded database; without its lookups, its jobs, and the answers kept beside new states',
      place:
        'the session of sonde agent, all in one process on the same machine, with recorded answers; calls of 10 places',
    },
    targets: parts.flatMap(({ targets }) => targets),
    lines: parts.flatMap(({ lines }) => lines),
    rounds: parts.map(({ rounds }) => rounds),
  };
}
