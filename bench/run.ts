/**
 * `npm run bench -- [--quick] [NAME ...]`: runs the named benches, or all; each is a folder with a `bench.ts`. A quick
 * run measures less; a smoke run (`--smoke`, part of the tests) next to nothing. The figures of neither are stored.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { effort } from './effort.ts';
import { updateFigures } from './figures.ts';
import { codeOf } from './measured-code.ts';
import { type BenchReport, problemsOf } from './report.ts';

interface Bench {
  run(): Promise<BenchReport>;
}

const folder = new URL('./', import.meta.url);
const available = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/bench.ts`, folder)));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
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
    const report = await bench.run();
    const seconds = (performance.now() - startedAt) / 1000;
    if (effort === 'full') keep(name, { name, at: new Date().toISOString(), code: codeOf(name), machine, ...report });
    if (effort === 'smoke') judgeShape(report, seconds);
    else tell(report, seconds);
  } catch (error) {
    console.error(`  failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function tell({ lines, targets }: BenchReport, seconds: number): void {
  for (const line of lines) console.log(`  ${line}`);
  for (const { what, value, limit, isMet } of targets) {
    console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${what}: ${value} (limit ${limit})`);
  }
  console.log(
    `  ${(seconds / 60).toFixed(1)} minutes${effort === 'full' ? '' : '; figures of a quick run are not kept'}`,
  );
  if (!targets.every(({ isMet }) => isMet)) process.exitCode = 1;
}

/** Times are nothing that a test could judge on a busy machine. */
function judgeShape(report: BenchReport, seconds: number): void {
  const problems = problemsOf(report);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  console.log(`  ran for ${seconds.toFixed(1)} s`);
}

function keep(name: string, report: object): void {
  mkdirSync(new URL('results/', folder), { recursive: true });
  writeFileSync(new URL(`results/${name}.json`, folder), `${JSON.stringify(report, null, 1)}\n`);
  updateFigures();
}
