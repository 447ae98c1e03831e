/**
 * `npm run bench -- [--quick] [NAME ...]`: runs the named benches, or all; each is a folder with a `bench.ts`. A quick
 * run measures less, and its figures are not stored.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { updateReadme } from './readme-figures.ts';
import type { BenchReport } from './report.ts';

interface Bench {
  run(): Promise<BenchReport>;
  runQuick?(): Promise<BenchReport>;
}

const QUICK = '--quick';
const folder = new URL('./', import.meta.url);
const available = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/bench.ts`, folder)));
const isQuick = process.argv.includes(QUICK);
const wanted = process.argv.slice(2).filter((argument) => argument !== QUICK);
const unknown = wanted.filter((name) => !available.includes(name));

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are: ${available.join(', ')}.`);
  process.exitCode = 64;
} else {
  for (const name of wanted.length > 0 ? wanted : available) await runBench(name);
}

async function runBench(name: string): Promise<void> {
  console.log(`bench ${name}`);
  const machine = {
    processor: cpus()[0]?.model,
    processors: cpus().length,
    system: release(),
    node: process.version,
    loadBefore: loadavg()[0],
  };
  const startedAt = performance.now();
  try {
    const bench = (await import(new URL(`${name}/bench.ts`, folder).href)) as Bench;
    if (isQuick && bench.runQuick === undefined) throw new Error('this bench has no quick run');
    const { conditions, targets, lines, rounds } = await (isQuick && bench.runQuick ? bench.runQuick() : bench.run());
    if (!isQuick) keep(name, { name, at: new Date().toISOString(), machine, conditions, targets, lines, rounds });
    for (const line of lines) console.log(`  ${line}`);
    for (const { what, value, limit, isMet } of targets) {
      console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${what}: ${value} (limit ${limit})`);
    }
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    console.log(`  ${minutes} minutes${isQuick ? '; figures of a quick run are not kept' : ''}`);
    if (!targets.every(({ isMet }) => isMet)) process.exitCode = 1;
  } catch (error) {
    console.error(`  failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function keep(name: string, report: object): void {
  mkdirSync(new URL('results/', folder), { recursive: true });
  writeFileSync(new URL(`results/${name}.json`, folder), `${JSON.stringify(report, null, 1)}\n`);
  updateReadme();
}
