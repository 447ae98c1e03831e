import { setImmediate as turn } from 'node:timers/promises';
import { sized } from '../effort.ts';
import { badClients, type Visit } from './bad-clients.ts';
import { atMost, type Part } from './part.ts';
import type { ServedSonde } from './processes.ts';
import { growth, restingState, shown } from './state.ts';

export interface Targets {
  /** Names that can be answered, and are soon in the cache. */
  readonly known: readonly string[];
  /** A unique name for each number: each is measured. */
  fresh(number: number): string;
  /** Names whose servers fail or send wrong replies. */
  readonly broken: readonly string[];
}

/** More than are queried again within the time that a failure is cached, but too few to fill the cache. */
const FRESH_NAMES = 3_000;
const WARM_SECONDS = sized(8, { smoke: 0.1 });
const MOST_HEAP_GROWTH = 1.15;
const MOST_MEMORY_GROWTH = 1.3;
const ALLOWED = new Set([200, 404, 502, 503, 504]);

/**
 * Good and bad clients side by side for this time; afterwards the server must have no more open resources than before.
 */
export async function measureSoak(sonde: ServedSonde, seconds: number, targets: Targets): Promise<Part> {
  await run(sonde, WARM_SECONDS, targets);
  const before = await restingState(sonde);
  const tally = await run(sonde, seconds, targets);
  const after = await restingState(sonde);
  const more = (what: 'files' | 'sockets' | 'timers' | 'children', slack = 0) =>
    atMost(`soak: ${what} more than before`, after[what] - before[what], slack);
  const wrong = [...tally].filter(([status]) => !ALLOWED.has(status)).reduce((all, [, count]) => all + count, 0);
  return {
    targets: [
      atMost('soak: answers that must not be', wrong, 0),
      more('files'),
      more('sockets'),
      more('timers', 2),
      more('children'),
      atMost('soak: heap after / before', growth('heapMb', before, after), MOST_HEAP_GROWTH),
      atMost('soak: memory after / before', growth('rssMb', before, after), MOST_MEMORY_GROWTH),
    ],
    lines: [
      `soak    ${seconds} s  good clients' answers ${JSON.stringify(Object.fromEntries(tally))}`,
      `soak    before  ${shown(before)}`,
      `soak    after   ${shown(after)}`,
    ],
    rounds: [{ seconds, before, after, statuses: Object.fromEntries(tally) }],
  };
}

/** Statuses of the answers to good clients, with their number; 0 without an answer. */
async function run(sonde: ServedSonde, seconds: number, targets: Targets): Promise<Map<number, number>> {
  const end = AbortSignal.timeout(seconds * 1000);
  const tally = new Map<number, number>();
  let number = 0;
  const nextName = () => {
    number += 1;
    const turn = number % 4;
    if (turn === 0) return oneOf(targets.broken);
    return turn === 1 ? targets.fresh(number % FRESH_NAMES) : oneOf(targets.known);
  };
  const good: Visit = async (address, path, signal) => {
    // A signal per call: the listeners of all calls would accumulate on the common one.
    const status = await statusOf(`${address}${path}`, number % 3 === 0, AbortSignal.any([signal]));
    if (!signal.aborted) tally.set(status, (tally.get(status) ?? 0) + 1);
  };
  const visits = [...Array<Visit>(8).fill(good), ...Object.values(badClients)];
  await Promise.all(visits.map((visit) => repeat(visit, sonde, nextName, end)));
  return tally;
}

async function repeat(visit: Visit, { address }: ServedSonde, nextName: () => string, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    // Clients that leave or are disconnected are intended here; the good ones count their answers.
    await visit(address, `/api/v2/dnsRecords?domain=${nextName()}`, end).catch(() => {});
    await turn();
  }
}

async function statusOf(url: string, isStream: boolean, signal: AbortSignal): Promise<number> {
  try {
    const response = await fetch(url, { signal, headers: isStream ? { accept: 'text/event-stream' } : {} });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function oneOf(names: readonly string[]): string {
  return names[Math.floor(Math.random() * names.length)] ?? '';
}
