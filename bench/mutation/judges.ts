import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants.ts';

const UNIT_MS = 180_000;
const BUILD_MS = 120_000;
const BROWSER_MS = 300_000;

/** Which kind of test has noticed the change; null when none has. */
export async function notices(folder: string, { file, ids }: Mutant): Promise<'unit' | 'build' | 'browser' | null> {
  if (/\.tsx?$/.test(file)) {
    const near = [
      'run',
      '--bail=1',
      '--reporter=dot',
      '--passWithNoTests',
      '--exclude=**/*.lab.test.ts',
      dirname(file),
    ];
    if (!(await passes(folder, 'vitest', near, UNIT_MS))) return 'unit';
  }
  for (const app of ['api', 'web']) {
    if (!(await passes(folder, 'npm', ['run', 'build', '-w', `@sonde/${app}`], BUILD_MS))) return 'build';
  }
  const titles = ids.map((id) => `${id.replace('.', '\\.')}\\b`).join('|');
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=dot', '-x', '-g', titles];
  return (await passes(folder, 'playwright', args, BROWSER_MS)) ? null : 'browser';
}

async function passes(folder: string, command: string, args: readonly string[], deadlineMs: number): Promise<boolean> {
  const path = command === 'npm' ? command : join(folder, 'node_modules/.bin', command);
  const child = spawn(path, args, { cwd: folder, stdio: 'ignore', timeout: deadlineMs, killSignal: 'SIGKILL' });
  const [code] = await once(child, 'exit');
  return code === 0;
}
