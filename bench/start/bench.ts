import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { announcementOf, runCommand } from '@sonde/lab';
import { effort, sized } from '../effort.ts';
import { type BenchReport, rounded, type Spread, spreadOf } from '../report.ts';
import { atMost } from '../service/part.ts';
import { growth, shown as shownState } from '../service/state.ts';
import { type Memory, readMemory } from './memory.ts';
import { measureToolsMemory, type ToolsMemory } from './tools-memory.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const CLONES = sized(3, { quick: 1, smoke: 1 });
const STARTS = sized(7, { quick: 3, smoke: 0 });
const MEMORIES = sized(3, { smoke: 1 });
/** How long a server has nothing to do before its memory is read. */
const IDLE_MS = sized(5_000, { smoke: 50 });
const LONGEST_START_MS = 300_000;
/** Created in each clone before its start, to tell how fast the disk is. */
const FILES = sized(1_000, { smoke: 10 });
const LIMITS = { cloneSeconds: 15, againSeconds: 1, idleMegabytes: 110, everyToolMegabytes: 180, growth: 1.1 };

interface Started {
  /** Seconds from the command to each event. */
  readonly seconds: Readonly<Record<string, number>>;
  readonly address: string;
  readonly child: ChildProcess;
  /** Seconds until now. */
  since(): number;
}

/**
 * `npm start` in fresh clones, with npm's cache as it is, until a page and a lookup are answered; the same again when
 * everything is built; the memory of the server that it starts; and that of the built server of this working copy after
 * lookups of every tool. `BENCH_PART=memory` measures the last alone.
 */
export async function run(): Promise<BenchReport> {
  const tools = await measureToolsMemory();
  if (process.env['BENCH_PART'] === 'memory') return { conditions: { idleMs: IDLE_MS }, ...reportOfTools(tools) };
  const clones: Started['seconds'][] = [];
  const again: Started['seconds'][] = [];
  const memory: Readonly<Record<string, Memory>>[] = [];
  const msPerFile: number[] = [];
  // Outside of the repository, whose packages Node would find as well. All are kept until the end: ext4 avoids inodes that
  // were freed in the last minutes, and creates files twenty times as slowly while there are thousands of them.
  const all = mkdtempSync(join(tmpdir(), 'sonde-start-'));
  try {
    for (let number = 0; number < CLONES; number += 1) {
      const folder = effort === 'smoke' ? repository : await clonedInto(join(all, String(number)));
      msPerFile.push(fileCreationMs(join(all, `files-${number}`)));
      clones.push(await startedOnce(folder));
      if (number > 0) continue;
      // A smoke run starts in this repository, where everything is built: once is enough.
      if (effort === 'smoke') again.push(...clones);
      for (let start = 0; start < STARTS; start += 1) again.push(await startedOnce(folder));
      for (let start = 0; start < MEMORIES; start += 1) memory.push(await memoryOf(folder));
    }
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
  const started = report(spreadOf(msPerFile), clones, again, memory);
  const { targets, lines, rounds } = reportOfTools(tools);
  return {
    conditions: started.conditions,
    targets: [...started.targets, ...targets],
    lines: [...started.lines, ...lines],
    rounds: [...started.rounds, ...rounds],
  };
}

/** The last commit, without what is only in the working copy. */
async function clonedInto(folder: string): Promise<string> {
  const commit = (await runCommand('git', ['-C', repository, 'rev-parse', 'HEAD'])).trim();
  await runCommand('git', ['clone', '--quiet', '--no-checkout', repository, folder]);
  await runCommand('git', ['-C', folder, 'checkout', '--quiet', commit]);
  return folder;
}

/** How long the disk takes to create a small file: a first start creates more than ten thousand. */
function fileCreationMs(folder: string): number {
  mkdirSync(folder);
  const startedAt = performance.now();
  for (let number = 0; number < FILES; number += 1) writeFileSync(join(folder, String(number)), 'x'.repeat(4_096));
  return (performance.now() - startedAt) / FILES;
}

function report(
  msPerFile: Spread,
  clones: readonly Started['seconds'][],
  again: readonly Started['seconds'][],
  memory: readonly Readonly<Record<string, Memory>>[],
): BenchReport {
  const events = (rounds: readonly Started['seconds'][]) =>
    Object.keys(rounds[0] ?? {}).map((event) => `${event} ${spreadOf(rounds.map((one) => one[event] ?? 0)).median}`);
  const answered = (rounds: readonly Started['seconds'][]) => spreadOf(rounds.map((one) => one['answered'] ?? 0));
  const of = (when: string, kind: keyof Memory) => spreadOf(memory.map((one) => one[when]?.[kind] ?? 0)).median;
  const shown = (when: string) =>
    `RSS ${of(when, 'rss')} MB, PSS ${of(when, 'pss')} MB, anonymous ${of(when, 'anonymous')} MB`;
  const [clone, restart] = [answered(clones), answered(again)];
  return {
    conditions: { clones: clones.length, starts: again.length, idleMs: IDLE_MS, msPerFile },
    targets: [
      atMost('npm start in a fresh clone: seconds to the first answer, median', clone.median, LIMITS.cloneSeconds),
      atMost('npm start again: seconds to the first answer, median', restart.median, LIMITS.againSeconds),
      atMost('memory of an idle server (RSS), MB, median', of('idle', 'rss'), LIMITS.idleMegabytes),
    ],
    lines: [
      `disk   ${msPerFile.median} ms to create a file (${msPerFile.best}-${msPerFile.worst})`,
      `clone  ${clone.median} s (${clone.best}-${clone.worst}); seconds until: ${events(clones).join(', ')}`,
      `again  ${restart.median} s (${restart.best}-${restart.worst}); seconds until: ${events(again).join(', ')}`,
      `idle   ${shown('idle')}`,
      `after the location of an address   ${shown('located')}`,
    ],
    rounds: [...clones.map((one) => ({ clone: one })), ...again.map((one) => ({ again: one })), ...memory],
  };
}

function reportOfTools(memory: ToolsMemory): Omit<BenchReport, 'conditions'> {
  const { everyTool, early, late, held, heldLater, statuses } = memory;
  const shown = ({ rss, pss, anonymous }: Memory) => `RSS ${rss} MB, PSS ${pss} MB, anonymous ${anonymous} MB`;
  return {
    targets: [
      atMost('memory after one lookup of every tool (RSS), MB', everyTool.rss, LIMITS.everyToolMegabytes),
      atMost('memory after 20,000 mixed lookups / after 10,000', rounded(late.rss / early.rss), LIMITS.growth),
      atMost('memory after 30,000 / after 20,000, without garbage', growth('rssMb', held, heldLater), LIMITS.growth),
      atMost('heap after 30,000 / after 20,000, without garbage', growth('heapMb', held, heldLater), LIMITS.growth),
    ],
    lines: [
      `after one lookup of every tool   ${shown(everyTool)}`,
      `after 10,000 mixed lookups       ${shown(early)}`,
      `after 20,000                     ${shown(late)}`,
      `after 20,000, without garbage    ${shownState(held)}`,
      `after 30,000, without garbage    ${shownState(heldLater)}   answers ${JSON.stringify(statuses)}`,
    ],
    rounds: [memory],
  };
}

/** Until a page is answered, and a lookup that asks nobody: the maker of a MAC address. */
async function startedOnce(folder: string): Promise<Started['seconds']> {
  const { seconds, address, child, since } = await startServer(folder, 'npm', ['start']);
  await answer(`${address}/`);
  const page = since();
  await answer(`${address}/api/v2/macInfo?mac=001b638445e6`);
  const all = { ...seconds, page, answered: since() };
  await end(child);
  return all;
}

async function startServer(folder: string, command: string, args: readonly string[]): Promise<Started> {
  const startedAt = performance.now();
  const since = () => rounded((performance.now() - startedAt) / 1000);
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', SONDE_RESOLVERS: '127.0.0.1:9' },
    SONDE_DATA_DIR: mkdtempSync(join(tmpdir(), 'sonde-start-data-')),
  };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const seconds: Record<string, number> = {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('Installing')) seconds['installing'] = since();
    if (line.startsWith('Building')) seconds['building'] = since();
  });
  const address = await announcementOf(child, {
    ...{ on: 'stderr', line: /is ready: (\S+)/ },
    withinMs: LONGEST_START_MS,
  });
  seconds['listening'] = since();
  return { seconds, address, child, since };
}

async function answer(url: string): Promise<void> {
  const response = await fetch(url);
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body.slice(0, 200)}`);
}

/** Of the process that `npm start` runs, without npm itself: when nobody has asked it yet, and after one lookup. */
async function memoryOf(folder: string): Promise<Readonly<Record<string, Memory>>> {
  const { child, address } = await startServer(folder, process.execPath, ['scripts/start.mjs']);
  try {
    await wait(IDLE_MS);
    const idle = await readMemory(child.pid ?? 0);
    await answer(`${address}/api/v2/geoIP?ipOrDomain=8.8.8.8`);
    return { idle, located: await readMemory(child.pid ?? 0) };
  } finally {
    await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}
