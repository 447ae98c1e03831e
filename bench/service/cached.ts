import { sized } from '../effort.ts';
import { rounded, spreadOf } from '../report.ts';
import { type Load, load } from './load.ts';
import type { Part } from './part.ts';
import { type Served, type ServedSonde, serveBare } from './processes.ts';

const ROUNDS = sized(7, { smoke: 1 });
const SECONDS = sized(3, { smoke: 1 });
const LEAST_RATIO = 0.6;

interface Round {
  readonly sonde: Load;
  readonly bare: Load;
}

/** Cached answers compared with a bare route of the same framework that sends the same body, alternating. */
export async function measureCached(sonde: ServedSonde, path: string): Promise<Part> {
  const response = await fetch(`${sonde.address}${path}`);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`);
  const bare = await serveBare(body);
  try {
    if (ROUNDS > 1) {
      await load(sonde, path, SECONDS);
      await load(bare, '/', SECONDS);
    }
    const rounds: Round[] = [];
    for (let number = 0; number < ROUNDS; number += 1) rounds.push(await round(number, sonde, bare, path));
    return report(rounds, Buffer.byteLength(body));
  } finally {
    await bare.stop();
  }
}

/** The order alternates between rounds. */
async function round(number: number, sonde: Served, bare: Served, path: string): Promise<Round> {
  if (number % 2 === 0) {
    const first = await load(sonde, path, SECONDS);
    return { sonde: first, bare: await load(bare, '/', SECONDS) };
  }
  const first = await load(bare, '/', SECONDS);
  return { bare: first, sonde: await load(sonde, path, SECONDS) };
}

function report(rounds: readonly Round[], bodyBytes: number): Part {
  const ratios = rounds.map(({ sonde, bare }) => sonde.requestsPerSecond / bare.requestsPerSecond);
  const line = (name: string, loads: readonly Load[]) => {
    const perSecond = Math.round(spreadOf(loads.map(({ requestsPerSecond }) => requestsPerSecond)).median);
    const p99 = spreadOf(loads.map(({ p99Ms }) => p99Ms)).median;
    const cpu = spreadOf(loads.map(({ cpuMicroseconds }) => cpuMicroseconds)).median.toFixed(1);
    return `cached  ${name.padEnd(10)} median ${perSecond} requests/s   p99 ${p99} ms   ${cpu} µs of processor each`;
  };
  const median = rounded(spreadOf(ratios).median);
  return {
    targets: [{ what: 'cached: sonde / bare route', value: median, limit: LEAST_RATIO, isMet: median >= LEAST_RATIO }],
    lines: [
      line(
        'sonde',
        rounds.map(({ sonde }) => sonde),
      ),
      line(
        'bare route',
        rounds.map(({ bare }) => bare),
      ),
      `cached  ratio by round: ${ratios.map((one) => one.toFixed(2)).join(' ')}   body ${bodyBytes} bytes`,
    ],
    rounds,
  };
}
