/**
 * Traces through the real network layer, in the network and with the rights it is started in, and prints the results as
 * JSON. The configuration comes from the environment, the jobs from standard input.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '@sonde/contract';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../no-data.ts';
import type { TraceJob, TraceJobOutcome, TraceReport } from './lab-traces.ts';

const { settings, problems } = readNetSettings(process.env);
if (settings === null) throw new Error(problems.join('\n'));
const asked: { jobs: TraceJob[]; oneByOne: boolean; roundMs?: number; perPacketMs: number } = JSON.parse(await text(process.stdin));
const net = createNodeNet(settings, {
  traceTiming: { roundEveryMs: asked.roundMs, perPacketMs: asked.perPacketMs },
});

async function run({ abortAfterMs, ...query }: TraceJob): Promise<TraceJobOutcome> {
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

function sockets(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

const before = sockets();
const outcomes: TraceJobOutcome[] = [];
if (asked.oneByOne) for (const job of asked.jobs) outcomes.push(await run(job));
else outcomes.push(...(await Promise.all(asked.jobs.map(run))));
const after = sockets();
await sleep(200);
const report: TraceReport = { outcomes, sockets: [before, after, sockets()] };
net.close();
process.stdout.write(JSON.stringify(report));
