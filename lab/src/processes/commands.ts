import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { runApart } from './run-apart.ts';

interface DebianPackage {
  readonly package: string;
  /** The command that the package provides, if any. */
  readonly command?: string;
}

const packages: readonly DebianPackage[] = JSON.parse(
  readFileSync(new URL('../../debian-packages.json', import.meta.url), 'utf8'),
);

/** Starting a process copies the page tables of this one: from here on, that takes longer than most commands run. */
const LARGE_BYTES = 120e6;

/** Servers are installed in sbin, which is not in the PATH of ordinary users on Debian. */
const folders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  ...postgresFolders('/usr/lib/postgresql'),
];

/** Debian installs each major version of PostgreSQL in a separate folder outside the PATH. */
function postgresFolders(base: string): string[] {
  return existsSync(base) ? readdirSync(base).map((version) => join(base, version, 'bin')) : [];
}

/** The full path of a command. @throws Error that names the Debian package to install. */
export function findCommand(command: string): string {
  if (isAbsolute(command)) return command;
  for (const folder of folders) {
    const path = join(folder, command);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this directory.
    }
  }
  const owner = packages.find((entry) => entry.command === command)?.package ?? command;
  throw new Error(
    `The lab needs the command "${command}": install the Debian package ${owner} (apt-get install ${owner}).`,
  );
}

/** Runs a command and returns its standard output; it is killed after the timeout. */
export async function runCommand(
  command: string,
  args: readonly string[],
  cwd?: string,
  timeoutMs = 20_000,
): Promise<string> {
  const options = { ...(cwd ? { cwd } : {}), timeout: timeoutMs, maxBuffer: 32 * 1024 * 1024 };
  if (process.memoryUsage.rss() > LARGE_BYTES) return runApart(findCommand(command), args, options);
  const { stdout } = await promisify(execFile)(findCommand(command), args, options);
  return stdout;
}
