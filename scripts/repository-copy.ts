import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const RECORD = '.package-lock.json';
const NOT_COPIED = new Set(['node_modules', '.git', '.cache', 'dist', 'output', 'results', 'tmp']);

/**
 * Copies the sources of the repository into a temporary folder, where a test may change them, together with the
 * compiler's build information, which would take long to recreate. Installed packages are linked, except for the
 * workspaces, which are the copies. The caller must remove the folder.
 */
export function copyRepository() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-copy-')));
  const isCopied = (path: string) => !NOT_COPIED.has(basename(path));
  // `data` in the root holds data of a server; sources may have a folder of that name.
  for (const name of readdirSync(root).filter((entry) => entry !== 'data' && isCopied(entry))) {
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true, filter: isCopied });
  }
  linkModules(join(root, 'node_modules'), join(folder, 'node_modules'), folder);
  for (const parent of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, parent))) {
      linkModules(join(root, parent, name, 'node_modules'), join(folder, parent, name, 'node_modules'), folder);
    }
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function linkModules(from: string, to: string, folder: string): void {
  for (const name of namesIn(from)) {
    const target = realpathSync(join(from, name));
    mkdirSync(join(to, name, '..'), { recursive: true });
    const isWorkspace = !target.includes('node_modules');
    symlinkSync(isWorkspace ? join(folder, target.slice(root.length)) : target, join(to, name));
  }
}

/** Packages, their commands, and npm's record of what it has installed. */
function namesIn(modules: string): string[] {
  try {
    return readdirSync(modules).flatMap((name) => {
      if (name !== '.bin' && !name.startsWith('@')) return name.startsWith('.') && name !== RECORD ? [] : [name];
      return readdirSync(join(modules, name)).map((inside) => `${name}/${inside}`);
    });
  } catch {
    return [];
  }
}
