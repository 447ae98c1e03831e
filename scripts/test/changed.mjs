import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { binary, root, runCommand } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';

const BASE = 'main';
const MINUTE_MS = 60_000;
const CODE = /\.(?:[cm]?[jt]sx?|json|css)$/;
/** Neither long tests nor tests with real servers, which take minutes and need programs that may be missing. */
const QUICK_TEST = /(?<!\.(?:lab|long))\.test\.tsx?$/;

/** Files that differ from the commit where this branch left `main`, committed or not. */
export function changedFiles(folder = root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const since = git('merge-base', BASE, 'HEAD').trim();
    const names = [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')];
    return [...new Set(names.join('\n').split('\n'))].filter((name) => name !== '' && existsSync(`${folder}/${name}`));
  } catch (error) {
    throw new Sentence(`What changed since ${BASE} cannot be found: ${String(error.stderr ?? error.message).trim()}`);
  }
}

/** The tests in the folders of these files, without those that start real servers. */
export function testsBeside(files, folder = root) {
  return [...new Set(files.map((name) => dirname(name)))].flatMap((name) =>
    readdirSync(`${folder}/${name}`)
      .filter((entry) => QUICK_TEST.test(entry))
      .map((entry) => `${name}/${entry}`),
  );
}

/** Checks that take at most half a minute for a small change; the others are left to `npm run check`. */
export function quickChecks() {
  const files = changedFiles();
  const sources = files.filter((name) => CODE.test(name));
  const tests = testsBeside(files.filter((name) => CODE.test(name) && !name.startsWith('e2e/')));
  const run =
    (command, args, env = {}) =>
    () =>
      runCommand(binary(command), args, { deadlineMs: 5 * MINUTE_MS, env });
  // The rule that needs types reads the whole repository first, even if skipped; `npm run check` includes it.
  const lint = [
    'check',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    '--colors=off',
    '--config-path=biome-untyped.json',
  ];
  const checks = [
    { name: 'types', run: run('tsc', ['-b']) },
    { name: 'lint', run: run('biome', [...lint, ...sources]), isNeeded: sources.length > 0 },
    {
      name: 'walls',
      run: () => runCommand(process.execPath, [`${root}/scripts/walls.mjs`]),
      isNeeded: sources.length > 0,
    },
    { name: 'tests', run: run('vitest', ['run', '--allowOnly=false', ...tests]), isNeeded: tests.length > 0 },
  ];
  return { files, tests, checks: checks.filter(({ isNeeded = true }) => isNeeded) };
}
