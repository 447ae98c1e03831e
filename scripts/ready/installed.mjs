import { existsSync, readFileSync } from 'node:fs';
import { root, runNpm } from './run-command.mjs';
import { Sentence } from './sentence.mjs';

const LOCK = 'package-lock.json';
/** npm's own record of what it has installed. */
const RECORD = 'node_modules/.package-lock.json';

/**
 * True when `node_modules` holds what the lock file asks for; with `isForStart`, without what only tests and development
 * need. Compares npm's own record with the lock, so that neither the times that a checkout leaves behind nor a half
 * finished install can mislead.
 */
export function isInstalled({ isForStart = false } = {}) {
  try {
    const wanted = packagesIn(LOCK);
    const present = packagesIn(RECORD);
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true;
      const installed = present[path];
      // Binaries for other systems are optional and absent.
      if (installed === undefined)
        return entry.optional === true || (isForStart && (entry.dev === true || entry.devOptional === true));
      const isSame = installed.version === entry.version && installed.integrity === entry.integrity;
      return isSame && existsSync(`${root}/${path}`);
    });
  } catch {
    return false;
  }
}

const packagesIn = (file) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8')).packages;

/** Once everything is installed, a start keeps it so: whoever changes the lock should not lose the tools for it. */
function hasEverything() {
  try {
    return Object.values(packagesIn(RECORD)).some(({ dev }) => dev === true);
  } catch {
    return false;
  }
}

/** Installs exactly what the lock file names; with `isForStart`, what a start runs and builds. */
export async function install({ isForStart = false } = {}) {
  console.log('Installing packages…');
  const which = isForStart && !hasEverything() ? '--omit=dev' : '--include=dev';
  const args = ['ci', which, '--no-audit', '--no-fund', '--loglevel=error'];
  // The lock holds no addresses: npm would ask the registry about each package, although it may have all in its cache.
  let { code, output } = await runNpm([...args, '--prefer-offline']);
  // The cache knows a package, but not yet the version that the lock names.
  if (code !== 0 && /\bETARGET\b/.test(output)) ({ code, output } = await runNpm([...args, '--prefer-online']));
  if (code !== 0) throw new Sentence(`Installing the packages failed: ${npmReason(output)}`);
}

const NOISE = /^(code|syscall|errno|path|dest|file|stack|process terminated|signal|A complete log)\b/;

/** The line of npm's output that gives the reason. */
export function npmReason(output) {
  const lines = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!) ?((network|notsup|\d{3})(?= |$))?/, '').trim());
  return lines.find((line) => line !== '' && !NOISE.test(line)) ?? lastLine(output);
}

function lastLine(output) {
  return output.trim().split('\n').at(-1) || 'npm gave no reason.';
}
