import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Tree {
  readonly folder: string;
  remove(): void;
}

/** Checks out a commit into a temporary folder, with the packages of its lock file. */
export function treeAt(root: string, commit: string): Tree {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'sonde-measure-'))), 'tree');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  try {
    const lockIn = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
    if (lockIn(root) === lockIn(folder)) linkPackages(root, folder);
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** Links every installed package, except for the workspaces, which are those of the tree itself. */
function linkPackages(root: string, folder: string): void {
  const modules = join(root, 'node_modules');
  for (const name of readdirSync(modules)) {
    const inside = name.startsWith('@') || name === '.bin' ? readdirSync(join(modules, name)) : [''];
    for (const part of inside) {
      const target = realpathSync(join(modules, name, part));
      const isWorkspace = target.startsWith(root) && !target.includes('/node_modules/');
      const link = join(folder, 'node_modules', name, part);
      mkdirSync(join(link, '..'), { recursive: true });
      if (!existsSync(link)) symlinkSync(isWorkspace ? join(folder, target.slice(root.length)) : target, link);
    }
  }
}
