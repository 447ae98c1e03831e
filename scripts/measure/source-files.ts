import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shipped code, its tests (with test support), and all other code. */
export type Group = 'shipped' | 'tests' | 'other';

export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly group: Group;
}

const CODE = /\.(?:ts|tsx|mjs)$/;
const TESTS = /\.(?:test|spec)\.tsx?$|\/testing\/|^apps\/web\/test\/|^e2e\//;
const SHIPPED = /^(?:packages|apps)\/[^/]+\/src\//;

/** The code under version control in `root`. Generated and ignored files do not count. */
export function sourceFilesOf(root: string): SourceFile[] {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return tracked
    .split('\n')
    .filter((path) => CODE.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8'), group: groupOf(path) }));
}

export function groupOf(path: string): Group {
  if (TESTS.test(path)) return 'tests';
  return SHIPPED.test(path) ? 'shipped' : 'other';
}

export function linesIn(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The value below which the given share of all values lies; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Folders with more than `limit` files that are neither tests nor in subfolders; the fullest first. */
export function crowdedFolders(files: readonly SourceFile[], limit: number): { folder: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const { path, group } of files) {
    if (group === 'tests') continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > limit)
    .map(([folder, count]) => ({ folder, files: count }))
    .sort((a, b) => b.files - a.files);
}
