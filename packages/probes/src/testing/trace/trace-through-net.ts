/**
 * Traces through the real network layer, in the network and with the privileges in which it is started: reads one line of JSON
 * with jobs from standard input, and writes one with the results to standard output. The configuration comes from the
 * environment.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { ToolError } from '@sonde/contract';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { type NetSettings, readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../no-data.ts';
import type { TraceJob, TraceJobOutcome, TraceReport } from './lab-traces.ts';

const { settings, problems } = readNetSettings(process.env);
if (settings === null) throw new Error(problems.join('\n'));
interface Request {
  readonly jobs: readonly TraceJob[];
  readonly oneByOne: boolean;
  readonly roundMs?: number;
  readonly perPacketMs: number;
}

async function run(net: NodeNet, { abortAfterMs, ...query }: TraceJob): Promise<TraceJobOutcome> {
  const startedAtMs = performance.now();
  const controller = new AbortController();
  const timer = abortAfterMs === undefined ? undefined : setTimeout(() => controller.abort(), abortAfterMs);
  const parts: TraceJobOutcome['parts'][number][] = [];
  const report = (part: unknown) =>
    parts.push({ ...(part as (typeof parts)[number]), atMs: performance.now() - startedAtMs });
  const ended = (answer: TraceJobOutcome['answer'], failure: string | null): TraceJobOutcome => {
    clearTimeout(timer);
    return { answer, failure, parts, durationMs: performance.now() - startedAtMs };
  };
  try {
    const checked = checkQuery('traceroute', query);
    return ended(await measure(checked, { net, data: noData, signal: controller.signal, report }), null);
  } catch (error) {
    if (controller.signal.aborted) return ended(null, 'aborted');
    const isKnown = error instanceof ToolError && error.code !== 'internal';
    return ended(
      null,
      isKnown ? `${error.code} ${error.reason}` : `a bug: ${((error as Error).cause as Error)?.stack ?? error}`,
    );
  }
}

const CLOSED_WITHIN_MS = 1000;

function sockets(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

async function answer({ jobs, oneByOne, roundMs, perPacketMs }: Request): Promise<TraceReport> {
  const net = createNodeNet(settings as NetSettings, { traceTiming: { roundEveryMs: roundMs, perPacketMs } });
  const before = sockets();
  const outcomes: TraceJobOutcome[] = [];
  if (oneByOne) for (const job of jobs) outcomes.push(await run(net, job));
  else outcomes.push(...(await Promise.all(jobs.map((job) => run(net, job)))));
  // What was aborted closes its sockets in a later turn.
  const endMs = performance.now() + CLOSED_WITHIN_MS;
  while (sockets() > before && performance.now() < endMs) await wait(20);
  const after = sockets();
  net.close();
  return { outcomes, sockets: [before, after] };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
