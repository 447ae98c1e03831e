import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changedFiles, testsBeside } from './changed.mjs';

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: folder, stdio: 'pipe' });
const write = (name: string, text = name) => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-changed-'));
  git('init', '-q', '-b', 'main');
  mkdirSync(join(folder, 'a/below'), { recursive: true });
  for (const name of [
    'a/one.ts',
    'a/one.test.ts',
    'a/one.lab.test.ts',
    'a/one.long.test.ts',
    'a/two.test.tsx',
    'a/gone.ts',
    'old.ts',
  ])
    write(name);
  write('a/below/three.test.ts', "import { old } from '../../old.ts';");
  git('add', '.');
  git('commit', '-qm', 'first');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('finds what a branch has changed, committed or not, and new files, but neither deleted files nor changes of main', () => {
  git('checkout', '-qb', 'work');
  write('a/one.ts', 'changed');
  git('commit', '-qam', 'second');
  write('a/new.ts');
  rmSync(join(folder, 'a/gone.ts'));
  git('stash', '-qu');
  git('checkout', '-q', 'main');
  write('old.ts', 'changed');
  git('commit', '-qam', 'third');
  git('checkout', '-q', 'work');
  git('stash', 'pop', '-q');
  expect(changedFiles(folder).sort()).toEqual(['a/new.ts', 'a/one.ts']);
});

it('reports in one sentence that there is no branch to compare with', () => {
  git('branch', '-m', 'main', 'trunk');
  expect(() => changedFiles(folder)).toThrow(/^What changed since main cannot be found: /);
});

it('selects the tests in the folders of changed files and below, without lab tests and long ones', () => {
  expect(testsBeside(['a/one.ts', 'a/new.ts', 'old.ts'], folder)).toEqual([
    'a/below/three.test.ts',
    'a/one.test.ts',
    'a/two.test.tsx',
  ]);
});

it('selects the tests elsewhere that import a changed file', () => {
  expect(testsBeside(['old.ts'], folder)).toEqual(['a/below/three.test.ts']);
});
