import { MAX_PLACES_ASKED } from '@sonde/contract/places/places';
import { sized } from '../effort.ts';
import { spreadOf } from '../report.ts';
import type { Served } from '../service/processes.ts';
import { askPlaces } from './calls.ts';

const JOBS = sized(500, { quick: 200, smoke: 3 });
/** The hub gives no agent more at once. */
const FAN_OUTS = sized(5, { smoke: 1 });

export interface Dispatch {
  /** Median of a whole call that asks one place. */
  readonly wholeMs: number;
  /** Median of the same call when the place is not asked, because it has none of the tools. */
  readonly withoutMs: number;
}

/** Compressing an answer, in a thread of its own, is no part of the way there and back. */
const uncompressed = { 'accept-encoding': 'identity' };

/** One job there and back: calls that ask one place, which answers at once, and in turn with them calls that ask nobody. */
export async function dispatch(server: Served, turn: (count: number) => string[], old: string): Promise<Dispatch> {
  const whole: number[] = [];
  const without: number[] = [];
  for (let job = 0; job < JOBS; job += 1) {
    const [asked, unasked] = [
      await askPlaces(server, `d${job}.example`, turn(1), uncompressed),
      await askPlaces(server, 'x.example', [old], uncompressed),
    ];
    if (asked.states['answer'] !== 1 || unasked.states['needs-update'] !== 1)
      throw new Error(`a place was ${Object.keys(asked.states)}, an old one ${Object.keys(unasked.states)}`);
    whole.push(asked.ms);
    without.push(unasked.ms);
  }
  return { wholeMs: spreadOf(whole).median, withoutMs: spreadOf(without).median };
}

/** All places asked at once, in calls of 64 places: milliseconds until the last answer, each time. */
export async function fanOuts(server: Served, places: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < FAN_OUTS; time += 1) {
    const startedAtMs = performance.now();
    const calls = Array.from({ length: Math.ceil(places.length / MAX_PLACES_ASKED) }, (_, index) =>
      askPlaces(server, `f${time}.example`, places.slice(index * MAX_PLACES_ASKED, (index + 1) * MAX_PLACES_ASKED)),
    );
    const said = await Promise.all(calls);
    times.push(performance.now() - startedAtMs);
    const answers = said.reduce((sum, { states }) => sum + (states['answer'] ?? 0), 0);
    if (answers !== places.length) throw new Error(`only ${answers} of ${places.length} places answered`);
  }
  return times;
}
