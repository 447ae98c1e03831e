import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../scripts/ready/run-command.mjs';
import { firstFailureOfPlaywright, firstFailureOfVitest, type PlaywrightReport, type VitestReport } from './reports.ts';
import { green, type Verdict } from './verdict.ts';

const QUICK_MS = 300_000;
const BROWSER_MS = 600_000;
const APPS = ['api', 'web'] as const;

/** Every test that depends on a file, however far away, and needs no servers by other hands. */
export function judgeRelated(house: string, file: string): Promise<Verdict> {
  return judgeByVitest(house, ['related', '--run', join(house, file)]);
}

export function judgeTest(house: string, test: string): Promise<Verdict> {
  return judgeByVitest(house, ['run', test]);
}

async function judgeByVitest(house: string, args: readonly string[]): Promise<Verdict> {
  const report = join(house, '.cache/mutation-vitest.json');
  rmSync(report, { force: true });
  const options = ['--bail=1', '--retry=1', '--passWithNoTests', '--exclude=**/*.{lab,server}.test.ts'];
  const told = ['--reporter=json', `--outputFile=${report}`];
  const { code, isLate } = await run(house, 'vitest', [...args, ...options, ...told], QUICK_MS);
  if (code === 0) return green;
  if (isLate || !existsSync(report)) return { is: 'undecided', why: 'the tests did not come to an end' };
  return firstFailureOfVitest(house, JSON.parse(readFileSync(report, 'utf8')) as VitestReport);
}

/** Whether the apps that are built from a file can be built; what was built before is kept for `restoreBuilds`. */
export async function judgeBuilds(house: string, file: string): Promise<Verdict> {
  for (const app of APPS.filter((one) => !file.startsWith('apps/') || file.startsWith(`apps/${one}/`))) {
    const { code, output, isLate } = await run(house, 'npm', ['run', 'build', '-w', `@sonde/${app}`], QUICK_MS);
    if (isLate) return { is: 'undecided', why: `the build of ${app} took too long` };
    if (code !== 0) return { is: 'red', by: `build of ${app}: ${output.trim().slice(-800)}` };
  }
  return green;
}

export function keepBuilds(house: string): void {
  for (const app of APPS)
    cpSync(join(house, `apps/${app}/dist`), join(house, `.cache/dist-${app}`), { recursive: true });
}

export function restoreBuilds(house: string): void {
  for (const app of APPS) {
    rmSync(join(house, `apps/${app}/dist`), { recursive: true, force: true });
    cpSync(join(house, `.cache/dist-${app}`), join(house, `apps/${app}/dist`), { recursive: true });
  }
}

/** The browser's tests whose titles name one of the requirements. */
export async function judgeInBrowser(house: string, ids: readonly string[]): Promise<Verdict> {
  const report = join(house, '.cache/mutation-playwright.json');
  rmSync(report, { force: true });
  const titles = ids.map((id) => `${id.replace('.', '\\.')}\\b`).join('|');
  const args = ['test', '-c', 'bench/mutation/playwright.config.ts', '--pass-with-no-tests', '-g', titles];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { code, isLate } = await run(house, 'playwright', args, BROWSER_MS, env);
  if (code === 0) return green;
  if (isLate || !existsSync(report)) return { is: 'undecided', why: 'the browser did not come to an end' };
  return firstFailureOfPlaywright(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport);
}

function run(house: string, command: string, args: readonly string[], deadlineMs: number, env = {}) {
  const path = command === 'npm' ? command : join(house, 'node_modules/.bin', command);
  return runCommand(path, args, { cwd: house, deadlineMs, env: { ...asAtFirst(), ...env } });
}

const atFirst = { ...process.env };
/** The environment without what has come since: the runner of unit tests calls ours one for tests, and builds heed that. */
const asAtFirst = () => Object.fromEntries(Object.keys(process.env).map((name) => [name, atFirst[name]]));
