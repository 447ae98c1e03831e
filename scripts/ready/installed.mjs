import { existsSync, readFileSync } from 'node:fs';
import { root, runNpm } from './run-command.mjs';
import { Sentence } from './sentence.mjs';

/**
 * True when `node_modules` holds what the lock file asks for. Compares npm's own record of what it installed with the
 * lock, so that neither the times that a checkout leaves behind nor a half finished install can mislead.
 */
export function isInstalled() {
  try {
    const wanted = packagesIn('package-lock.json');
    const present = packagesIn('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true;
      const installed = present[path];
      // Binaries for other systems are optional and absent.
      if (installed === undefined) return entry.optional === true;
      const isSame = installed.version === entry.version && installed.integrity === entry.integrity;
      return isSame && existsSync(`${root}/${path}`);
    });
  } catch {
    return false;
  }
}

const packagesIn = (file) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8')).packages;

/** Installs exactly what the lock file names. */
export async function install() {
  console.log('Installing packages…');
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Sentence(`Installing the packages failed: ${npmReason(output)}`);
}

const NOISE = /^(code|syscall|errno|path|dest|file|stack|process terminated|signal|A complete log)\b/;

/** The line of npm's complaint that says why. */
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
