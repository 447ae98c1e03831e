import { setTimeout as wait } from 'node:timers/promises';
import { type ToolId, tools } from '@sonde/contract';
import { sized } from '../effort.ts';
import { kindsOf } from '../load-model/requests.ts';
import { withServedTools } from '../load-model/served-tools.ts';
import type { ServedSonde } from '../service/processes.ts';
import { restingState, type State } from '../service/state.ts';
import { type Memory, readMemory } from './memory.ts';

const LOOKUPS = sized(20_000, { quick: 2_000, smoke: 10 });
const AT_ONCE = sized(16, { smoke: 4 });
/** After these, code is compiled and as many answers are held as may be. */
const EARLY = sized(10_000, { quick: 1_000, smoke: 5 });
/** How long the server has nothing to do before its memory is read. */
const IDLE_MS = sized(5_000, { smoke: 50 });
/** Answers, and failures caused by the target or the load. */
const HONEST = new Set([200, 404, 422, 502, 503, 504]);

/** Memory of one server, in the order in which it was read. */
export interface ToolsMemory {
  readonly everyTool: Memory;
  readonly early: Memory;
  readonly late: Memory;
  /** Without garbage: after all lookups so far, and after as many again as were `early`. */
  readonly held: State;
  readonly heldLater: State;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** The memory of the built server after one lookup of every tool, and in the course of many mixed ones. */
export const measureToolsMemory = (): Promise<ToolsMemory> => withServedTools(measure);

async function measure(sonde: ServedSonde, tlsPort: number): Promise<ToolsMemory> {
  const { address, pid } = sonde;
  const statuses: Record<number, number> = {};
  const ask = async (path: string) => {
    const status = await statusOf(address + path);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const rest = async () => {
    await wait(IDLE_MS);
    return readMemory(pid);
  };
  for (const path of firstPaths(tlsPort)) await ask(path);
  const everyTool = await rest();
  const paths = mixedPaths(tlsPort);
  await askAll(ask, paths, EARLY);
  const early = await rest();
  await askAll(ask, paths, LOOKUPS - EARLY);
  // Up to here nothing was collected by force: V8 itself keeps much garbage while there is room.
  const late = await rest();
  const held = await restingState(sonde);
  await askAll(ask, paths, EARLY);
  return { everyTool, early, late, held, heldLater: await restingState(sonde), statuses };
}

/** A lookup of every tool. Those that need the internet end with gaps or a failure here, after all that they do until then. */
function firstPaths(tlsPort: number): string[] {
  const targets: Readonly<Partial<Record<ToolId, string>>> = {
    dns: 'plain.test',
    geo: '8.8.8.8',
    whois: 'visitor-1.both',
    ssl: `known.tls.test:${tlsPort}`,
    ping: '127.1.1.1',
    traceroute: '127.1.1.1',
    subdomain: 'plain.test',
    mail: 'plain.test',
    web: `https://known.tls.test:${tlsPort}/`,
    delegation: 'plain.test',
    mac: '001b638445e6',
  };
  return Object.values(tools).map(
    // A tool that is not listed is asked about the name that has every usual record, or, if it contacts nobody, its example.
    ({ id, path, target, contacts, example }) => {
      const otherwise = contacts.length === 0 ? String(Object.values(example)[0]) : 'plain.test';
      return `${path}?${target}=${encodeURIComponent(targets[id] ?? otherwise)}`;
    },
  );
}

/** As visitors mix them, with the share of new targets that the model of the load assumes. */
function* mixedPaths(tlsPort: number): Generator<string, never> {
  const kinds = kindsOf(tlsPort);
  const turns = new Map(kinds.map(({ tool }) => [tool, 0]));
  for (;;) {
    // In each hundred as many of each kind as its share.
    for (const { tool, share, newShare, newPath, knownPath } of kinds) {
      for (let one = 0; one < Math.round(share * 100); one += 1) {
        const turn = turns.get(tool) ?? 0;
        turns.set(tool, turn + 1);
        yield Math.floor((turn + 1) * newShare) > Math.floor(turn * newShare) ? newPath(turn) : knownPath;
      }
    }
  }
}

async function askAll(ask: (path: string) => Promise<void>, paths: Iterator<string>, count: number): Promise<void> {
  let left = count;
  const askSome = async () => {
    while (left > 0) {
      left -= 1;
      await ask(paths.next().value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askSome));
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!HONEST.has(response.status)) throw new Error(`${url}: ${response.status}`);
  return response.status;
}
