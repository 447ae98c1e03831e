import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A file of a package, by package name and path, or null. Searches like Node: in the `node_modules` of every folder from here
 * upwards. Packages may be optional, and this code may be bundled anywhere.
 */
export function findInPackages(name: string, folder = dirname(fileURLToPath(import.meta.url))): string | null {
  const path = join(folder, 'node_modules', name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : findInPackages(name, parent);
}

/** A database compiled by the build: beside its sources in the repository, in a package of its own in an installation. */
export function findCompiled(file: string): string | null {
  return findInPackages(`@sonde/probes/dist/${file}`) ?? findInPackages(`@sonde/data/${file}`);
}
