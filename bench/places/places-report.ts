import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';
import { atMost } from '../service/part.ts';
import type { Dispatch } from './dispatch.ts';
import type { Memory } from './memory.ts';
import { CALL_EVERY_MS, type Phase, PLACES_OF_A_CALL } from './phase.ts';
import type { Bare } from './reference/bare.ts';
import type { TwoHubs } from './two-hubs.ts';

export interface Measured {
  readonly connectMs: number;
  /** Attempts to connect that failed and were repeated. */
  readonly repeated: number;
  /** Of the server, in octets: before the agents, when they are connected, and after they were asked. */
  readonly memory: Readonly<Record<'alone' | 'connected' | 'inUse', Memory>>;
  readonly job: Dispatch;
  readonly fanOutMs: readonly number[];
  readonly before: Phase;
  readonly during: Phase;
  readonly after: Phase;
  readonly agentMegabytes: number;
  readonly hubs: TwoHubs;
  readonly bare: Bare;
  /** Calls that a server refused because it was overloaded: on a machine that is busy with other things. */
  readonly refused: number;
}

export interface Sizes {
  readonly agents: number;
  readonly seconds: number;
  readonly quietSeconds: number;
  readonly resolverMs: number;
  readonly answerOctets: number;
}

const LIMITS = {
  /** Agents come back in random order, at most 50 a second. */
  connectsPerSecond: 50,
  kilobytes: 40,
  dispatchMs: 1,
  /** One way between hubs more. */
  otherHubMs: 2,
  fanOutMs: 100,
  cpuMicroseconds: 60,
  lateMs: 20,
  slower: 1.1,
  agentMegabytes: 80,
} as const;

const CONDITIONS = {
  agent:
    'the session of sonde agent over a connection of its own, all in one process on the same machine; it checks queries, and answers them with a recorded answer instead of a lookup: at once, or after 20 to 80 ms where calls ask 64 places',
  memory:
    'resident, without the reserve of the young generation of the heap, which grows with the load and not with the agents: the whole is in the lines and rounds',
  limits:
    'agents and callers each come from an address of their own; every limit of the product is in force, but the allowance of clients, and that of a zone, which all names here share',
  duration: 'the figures are promised for ten minutes: PLACES_SECONDS=600',
  dispatch:
    'a call that asks one place, less the same call for a place that has none of the tools and so is not asked; both without compression',
  reference:
    'for comparison, the same calls and connections for as long, and at most for a minute, at a bare hub: HTTP of Node, ws and JSON in both directions, which checks, limits, groups and compresses nothing',
  others:
    'Globalping is not measured: its server and its agent are not published as packages, and need its infrastructure',
} as const;

export function reportOf(measured: Measured, sizes: Sizes): BenchReport {
  const { before, during, after, bare } = measured;
  return {
    conditions: { ...sizes, placesOfACall: PLACES_OF_A_CALL, callEveryMs: CALL_EVERY_MS, ...CONDITIONS },
    targets: [...targetsOfAgents(measured, sizes), ...targetsOfCalls(measured), ...targetsOfVisitors(measured)],
    lines: linesOf(measured, sizes),
    rounds: [
      { fanOutMs: measured.fanOutMs.map(rounded), memory: measured.memory, job: measured.job, hubs: measured.hubs },
      { bare: { fanOutMs: bare.fanOutMs.map(rounded), memory: bare.memory, job: bare.job } },
      ...[before, during, after].map(({ visits, calls, ...rest }) => ({
        ...rest,
        visits: waits(visits),
        calls: calls.length === 0 ? null : waits(calls.map(({ ms }) => ms)),
      })),
    ],
  };
}

function targetsOfAgents({ connectMs, memory, agentMegabytes, bare }: Measured, { agents }: Sizes): Target[] {
  const kilobytes = kilobytesOf(memory, agents).inUse;
  return [
    atMost(`${agents} agents connect: ms`, Math.round(connectMs), (agents / LIMITS.connectsPerSecond) * 1000),
    atMost(
      `memory of the hub for each agent in use: kB (a bare hub: ${kilobytesOf(bare.memory, agents).inUse})`,
      kilobytes,
      LIMITS.kilobytes,
    ),
    atMost('memory of sonde agent at rest (VmRSS): MB', agentMegabytes, LIMITS.agentMegabytes),
  ];
}

function targetsOfCalls({ job, hubs, fanOutMs, before, during, after, bare, refused }: Measured): Target[] {
  const late = waits(during.calls.map(({ ms, slowestMs }) => ms - slowestMs));
  return [
    atMost(`one job there and back, p50: ms (a bare hub: ${jobMs(bare.job)})`, jobMs(job), LIMITS.dispatchMs),
    atMost('the same at an agent of another hub, by Redis, p50: ms', jobMs(hubs.other), LIMITS.otherHubMs),
    atMost(
      `all agents asked at once, until the last answer, median: ms (a bare hub: ${spreadOf(bare.fanOutMs).median})`,
      spreadOf(fanOutMs).median,
      LIMITS.fanOutMs,
    ),
    atMost(
      `processor time of the hub for each job: us (a bare hub: ${cpuOfAJob(bare.during, [bare.before])})`,
      cpuOfAJob(during, [before, after]),
      LIMITS.cpuMicroseconds,
    ),
    atMost(`a call of ${PLACES_OF_A_CALL} places after its slowest agent, p95: ms`, late.p95, LIMITS.lateMs),
    atMost('places that did not answer', jobsOf(during) - answersOf(during), 0),
    atMost('calls refused because the server was overloaded, and made again', refused, 0),
  ];
}

function targetsOfVisitors({ before, during, after }: Measured): Target[] {
  const [busy, quiet] = [waits(during.visits), waits([...before.visits, ...after.visits])];
  return [
    atMost(
      'other visitors: p50 while places are asked / before and after',
      rounded(busy.p50 / quiet.p50),
      LIMITS.slower,
    ),
    atMost(
      'other visitors: p95 while places are asked / before and after',
      rounded(busy.p95 / quiet.p95),
      LIMITS.slower,
    ),
  ];
}

function linesOf(measured: Measured, { agents, seconds }: Sizes): string[] {
  const { connectMs, repeated, memory, job, hubs, fanOutMs, before, during, after, agentMegabytes, bare } = measured;
  const { connected, inUse, residentInUse, heapInUse } = kilobytesOf(memory, agents);
  const fanOut = spreadOf(fanOutMs);
  const calls = waits(during.calls.map(({ ms }) => ms));
  const late = waits(during.calls.map(({ ms, slowestMs }) => ms - slowestMs));
  const [quiet, busy] = [[...before.visits, ...after.visits], during.visits];
  return [
    `${agents} agents connect in ${Math.round(connectMs)} ms, with ${repeated} attempts repeated   hub ${connected} kB each connected, ${inUse} kB in use (heap ${heapInUse} kB; with the reserve of the young generation ${residentInUse} kB)`,
    `sonde agent at rest ${agentMegabytes} MB`,
    `one job: own hub ${shownJob(job)}; beside Redis: own hub ${shownJob(hubs.own)}, other hub ${shownJob(hubs.other)}`,
    `${agents} jobs at once ${fanOut.median} ms (${fanOut.best} to ${fanOut.worst})`,
    `${seconds} s of calls of ${PLACES_OF_A_CALL} places: ${during.calls.length} calls, ${answersOf(during)} of ${jobsOf(during)} places answered, ${cpuOfAJob(during, [before, after])} us of processor for each, beside ${agentsCpuOfAJob(during)} us of the agents, which share the machine; without calls the server uses ${rounded(idleMsPerSecond([before, after]))} ms a second`,
    bareLine(bare, agents),
    `a call ${shown(calls)}; after its slowest agent ${shown(late)}`,
    `visitors without calls ${quiet.length} lookups ${shown(waits(quiet))}; during them ${busy.length} lookups ${shown(waits(busy))}`,
  ];
}

function bareLine({ memory, job, fanOutMs, before, during }: Bare, agents: number): string {
  const { inUse } = kilobytesOf(memory, agents);
  return `a bare hub, for comparison: ${inUse} kB each in use; one job ${shownJob(job)}; ${agents} jobs at once ${spreadOf(fanOutMs).median} ms; ${cpuOfAJob(during, [before])} us of processor for each job of a call of ${PLACES_OF_A_CALL} places, beside ${agentsCpuOfAJob(during)} us of its agents, which check nothing`;
}

function kilobytesOf({ alone, connected, inUse }: Measured['memory'], agents: number) {
  const each = (octets: number) => rounded(octets / agents / 1000);
  return {
    connected: each(connected.kept - alone.kept),
    inUse: each(inUse.kept - alone.kept),
    residentInUse: each(inUse.rss - alone.rss),
    heapInUse: each(inUse.heap - alone.heap),
  };
}

/** What the calls need beside everything that the server does without them: the whole request included. */
function cpuOfAJob(during: Phase, quiet: readonly Phase[]): number {
  const ms = during.cpuMs - idleMsPerSecond(quiet) * during.seconds;
  return rounded((ms * 1000) / jobsOf(during));
}

function idleMsPerSecond(phases: readonly Phase[]): number {
  const sum = (pick: (one: Phase) => number) => phases.reduce((all, one) => all + pick(one), 0);
  return sum(({ cpuMs }) => cpuMs) / sum(({ seconds }) => seconds);
}

const agentsCpuOfAJob = (during: Phase): number => rounded((during.agentsCpuMs * 1000) / jobsOf(during));

const jobsOf = ({ calls }: Phase): number => calls.length * PLACES_OF_A_CALL;
const answersOf = ({ calls }: Phase): number => calls.reduce((sum, { states }) => sum + (states['answer'] ?? 0), 0);
const jobMs = ({ wholeMs, withoutMs }: Dispatch): number => rounded(wholeMs - withoutMs);
const shownJob = (job: Dispatch) => `${jobMs(job)} ms of ${job.wholeMs} ms of the call`;

interface Waits {
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

function waits(times: readonly number[]): Waits {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), most: at(1) };
}

const shown = ({ p50, p95, most }: Waits) => `p50 ${p50} ms, p95 ${p95} ms, longest ${most} ms`;
