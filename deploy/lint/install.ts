import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { alone } from '../../scripts/ready/lock.mjs';
import { runNpm } from '../../scripts/ready/run-command.mjs';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** The linters have a lock of their own, and come only when they are needed. Two tests that need them install them once. */
export async function installLinters(): Promise<void> {
  if (!areInstalled()) await alone(install);
}

async function install(): Promise<void> {
  if (areInstalled()) return;
  const { code, output } = await runNpm(['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error(`The linters could not be installed: ${output.trim().split('\n').at(-1)}`);
}

function areInstalled(): boolean {
  const wanted: Record<string, string> = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).dependencies;
  return Object.entries(wanted).every(([name, version]) => installedVersion(name) === version);
}

function installedVersion(name: string): string | null {
  const path = `${folder}node_modules/${name}/package.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null;
}

/** Loads a file of one of the linters; they are not dependencies of the repository. */
export async function linter<Module>(file: string): Promise<Module> {
  return (await import(/* @vite-ignore */ pathToFileURL(`${folder}node_modules/${file}`).href)) as Module;
}
