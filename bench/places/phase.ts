import { setTimeout as wait } from 'node:timers/promises';
import { MAX_PLACES_ASKED } from '@sonde/contract/places/places';
import { sized } from '../effort.ts';
import { cpuMs, type Served } from '../service/processes.ts';
import { askPlaces, askPlainly, type PlacesCall } from './calls.ts';
import type { LightAgents } from './light-agents.ts';
import { SLOW } from './slow-names.ts';

/** Plain lookups of other visitors, each with a name that was not asked for before. */
const VISIT_EVERY_MS = 100;
/** Calls that ask places: the hub gives each agent at most 60 jobs a minute. */
export const CALL_EVERY_MS = 100;
export const PLACES_OF_A_CALL = sized(MAX_PLACES_ASKED, { smoke: 3 });

export interface Phase {
  readonly seconds: number;
  readonly cpuMs: number;
  /** Of the process that all agents are in. */
  readonly agentsCpuMs: number;
  /** Of the visitors' plain lookups. */
  readonly visits: readonly number[];
  readonly calls: readonly PlacesCall[];
}

export interface Asked {
  readonly server: Served;
  readonly agents: Pick<LightAgents, 'pid'>;
  readonly names: Iterator<string>;
  /** The next places, so many. */
  readonly turn: (count: number) => string[];
}

/** Visitors ask at regular intervals, whether or not earlier ones are answered; so do callers that ask places, if they are to. */
export async function phase(
  { server, agents, names, turn }: Asked,
  seconds: number,
  hasCalls: boolean,
): Promise<Phase> {
  const processes = [server.pid, agents.pid];
  const cpuBefore = await Promise.all(processes.map(cpuMs));
  const startedAtMs = performance.now();
  const untilMs = startedAtMs + seconds * 1000;
  const visiting = every(VISIT_EVERY_MS, untilMs, () => askPlainly(server, names.next().value));
  const calling = hasCalls
    ? every(CALL_EVERY_MS, untilMs, (number) => askPlaces(server, `${SLOW}${number}.example`, turn(PLACES_OF_A_CALL)))
    : [];
  const [visits, calls] = await Promise.all([visiting, calling]);
  const lastedMs = performance.now() - startedAtMs;
  const cpuAfter = await Promise.all(processes.map(cpuMs));
  const [serverMs = Number.NaN, agentsMs = Number.NaN] = cpuAfter.map((ms, index) => ms - (cpuBefore[index] ?? 0));
  return {
    ...{ seconds: lastedMs / 1000, cpuMs: serverMs, agentsCpuMs: agentsMs },
    visits: visits.map(({ ms }) => ms),
    calls,
  };
}

async function every<Result>(
  pauseMs: number,
  untilMs: number,
  ask: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const asked: Promise<Result>[] = [];
  for (let next = performance.now(); next < untilMs; next += pauseMs) {
    await wait(Math.max(0, next - performance.now()));
    const one = ask(asked.length);
    // Awaited below, with all others.
    one.catch(() => {});
    asked.push(one);
  }
  return Promise.all(asked);
}
