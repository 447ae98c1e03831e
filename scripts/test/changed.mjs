import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/**
 * The tests in the folders of these files and below, and those elsewhere that import one of them; without those that start
 * real servers.
 */
export function testsBeside(files, folder = root) {
  const folders = [...new Set(files.map((name) => dirname(name)))];
  const changed = new Set(files);
  const isBeside = (test) => folders.some((one) => one !== '.' && test.startsWith(`${one}/`));
  return testFiles(folder).filter(
    (test) => isBeside(test) || importsOf(test, folder).some((path) => changed.has(path)),
  );
}

function testFiles(folder) {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  return listed.split('\n').filter((name) => QUICK_TEST.test(name) && existsSync(`${folder}/${name}`));
}

/** The files of this repository that a test names in its imports, by path from the root. */
function importsOf(test, folder) {
  const text = readFileSync(`${folder}/${test}`, 'utf8');
  return [...text.matchAll(/(?:from|import\(?|mock\()\s*'(\.{1,2}\/[^'\n]+|@sonde\/contract\/[^'\n]+)'/g)].map(
    ([, name]) =>
      name.startsWith('.')
        ? join(dirname(test), name)
        : `packages/contract/src/${name.slice('@sonde/contract/'.length)}.ts`,
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
