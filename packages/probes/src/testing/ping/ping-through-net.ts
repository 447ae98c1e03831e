/**
 * Pings through the real network layer, in the network and with the privileges in which it is started, and prints the results
 * as JSON. Reads the configuration from the environment and the jobs from standard input; arguments may limit the ping
 * methods.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PingProgress, ToolError } from '@sonde/contract';
import { type PingMethod, pingMethods } from '../../net/icmp/engines.ts';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../no-data.ts';
import type { Held, Job, JobOutcome, LabReport } from './lab-pings.ts';

const { settings, problems } = readNetSettings(process.env);
if (settings === null) throw new Error(problems.join('\n'));
const asked = process.argv.slice(2);
const methods: readonly PingMethod[] = pingMethods.filter((method) => asked.length === 0 || asked.includes(method));
const net = createNodeNet(settings, { pingMethods: methods });

async function run({ abortAfterMs, ...query }: Job): Promise<JobOutcome> {
  const startedAtMs = performance.now();
  const controller = new AbortController();
  let abortedAtMs = Number.NaN;
  const abort = () => {
    abortedAtMs = performance.now();
    controller.abort();
  };
  const timer = abortAfterMs === undefined ? undefined : setTimeout(abort, abortAfterMs);
  const parts: (PingProgress & { atMs: number })[] = [];
  const report = (part: unknown) => parts.push({ ...(part as PingProgress), atMs: performance.now() - startedAtMs });
  const ended = (answer: JobOutcome['answer'], failure: string | null) => {
    clearTimeout(timer);
    return {
      answer,
      failure,
      parts,
      durationMs: performance.now() - startedAtMs,
      afterAbortMs: performance.now() - abortedAtMs,
    };
  };
  try {
    const checked = checkQuery('ping', query);
    return ended(await measure(checked, { net, data: noData, signal: controller.signal, report }), null);
  } catch (error) {
    if (controller.signal.aborted) return ended(null, 'aborted');
    const isKnown = error instanceof ToolError && error.code !== 'internal';
    return ended(null, isKnown ? `${error.code} ${error.reason}` : `a bug: ${(error as Error).cause ?? error}`);
  }
}

function held(): Held {
  const descriptors = readdirSync('/proc/self/fd');
  const resources = process.getActiveResourcesInfo();
  return {
    sockets: descriptors.filter((fd) => isSocket(fd)).length,
    timers: resources.filter((name) => name === 'Timeout').length,
    children: readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).length,
  };
}

function isSocket(fd: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
  } catch {
    return false;
  }
}

const jobs: Job[] = JSON.parse(await text(process.stdin));
const bestMethods = await net.bestPingMethods();
const before = held();
const outcomes = await Promise.all(jobs.map(run));
await sleep(200);
const after = held();
net.close();
await sleep(50);
const report: LabReport = { outcomes, bestMethods, held: [before, after, held()] };
process.stdout.write(JSON.stringify(report));
