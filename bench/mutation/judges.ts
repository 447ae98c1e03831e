import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../scripts/ready/run-command.mjs';
import { green, type Judgement } from './judgement.ts';
import { firstFailureOfPlaywright, firstFailureOfVitest, type PlaywrightReport, type VitestReport } from './reports.ts';

const QUICK_MS = 300_000;
const BROWSER_MS = 600_000;
const APPS = ['api', 'web'] as const;

/** Every test that depends on a file, directly or not, and needs no third-party servers. */
export function judgeRelated(copy: string, file: string): Promise<Judgement> {
  return judgeByVitest(copy, ['related', '--run', join(copy, file)]);
}

export function judgeTest(copy: string, test: string): Promise<Judgement> {
  return judgeByVitest(copy, ['run', test]);
}

async function judgeByVitest(copy: string, args: readonly string[]): Promise<Judgement> {
  const report = join(copy, '.cache/mutation-vitest.json');
  rmSync(report, { force: true });
  const options = ['--bail=1', '--retry=1', '--passWithNoTests', '--exclude=**/*.{lab,server}.test.ts'];
  const told = ['--reporter=json', `--outputFile=${report}`];
  const { code, isLate } = await run(copy, 'vitest', [...args, ...options, ...told], QUICK_MS);
  if (code === 0) return green;
  if (isLate || !existsSync(report)) return { is: 'undecided', why: 'the tests did not come to an end' };
  return firstFailureOfVitest(copy, JSON.parse(readFileSync(report, 'utf8')) as VitestReport);
}

/** Whether the apps that depend on a file can still be built; earlier builds are kept for `restoreBuilds`. */
export async function judgeBuilds(copy: string, file: string): Promise<Judgement> {
  for (const app of APPS.filter((one) => !file.startsWith('apps/') || file.startsWith(`apps/${one}/`))) {
    const { code, output, isLate } = await run(copy, 'npm', ['run', 'build', '-w', `@sonde/${app}`], QUICK_MS);
    if (isLate) return { is: 'undecided', why: `the build of ${app} took too long` };
    if (code !== 0) return { is: 'red', by: `build of ${app}: ${output.trim().slice(-800)}` };
  }
  return green;
}

export function keepBuilds(copy: string): void {
  for (const app of APPS) cpSync(join(copy, `apps/${app}/dist`), join(copy, `.cache/dist-${app}`), { recursive: true });
}

export function restoreBuilds(copy: string): void {
  for (const app of APPS) {
    rmSync(join(copy, `apps/${app}/dist`), { recursive: true, force: true });
    cpSync(join(copy, `.cache/dist-${app}`), join(copy, `apps/${app}/dist`), { recursive: true });
  }
}

/** The browser tests whose titles name one of the requirements. */
export async function judgeInBrowser(copy: string, ids: readonly string[]): Promise<Judgement> {
  const report = join(copy, '.cache/mutation-playwright.json');
  rmSync(report, { force: true });
  const titles = ids.map((id) => `${id.replace('.', '\\.')}\\b`).join('|');
  const args = ['test', '-c', 'bench/mutation/playwright.config.ts', '--pass-with-no-tests', '-g', titles];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { code, isLate } = await run(copy, 'playwright', args, BROWSER_MS, env);
  if (code === 0) return green;
  if (isLate || !existsSync(report)) return { is: 'undecided', why: 'the browser did not come to an end' };
  return firstFailureOfPlaywright(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport);
}

function run(copy: string, command: string, args: readonly string[], deadlineMs: number, env = {}) {
  const path = command === 'npm' ? command : join(copy, 'node_modules/.bin', command);
  return runCommand(path, args, { cwd: copy, deadlineMs, env: { ...asAtFirst(), ...env } });
}

const atFirst = { ...process.env };
/** The original environment: the unit-test runner sets NODE_ENV to `test`, which builds would heed. */
const asAtFirst = () => Object.fromEntries(Object.keys(process.env).map((name) => [name, atFirst[name]]));
