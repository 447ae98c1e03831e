import { accessSync, constants, existsSync } from 'node:fs';
import { buildStale, staleFolders } from './built.mjs';
import { install, isInstalled } from './installed.mjs';
import { alone } from './lock.mjs';
import { root } from './run-command.mjs';
import { Sentence } from './sentence.mjs';

/**
 * Installs what is missing and builds what is stale; nothing else, and next to nothing when there is nothing to do.
 * With `isForStart`, packages that only tests and development need may be missing.
 */
export async function makeReady({ isBuilt = true, isForStart = false } = {}) {
  if (!mayWrite()) return checkReady({ isBuilt, isForStart });
  return alone(async () => {
    if (!isInstalled({ isForStart })) await install({ isForStart });
    if (isBuilt) await buildStale();
  });
}

function mayWrite() {
  const cache = `${root}/.cache`;
  try {
    accessSync(existsSync(cache) ? cache : root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A clone that belongs to someone else, or is read-only: it is used as it is. */
function checkReady({ isBuilt, isForStart }) {
  const advice = `This user may not write to ${root}: run npm run build there as the user it belongs to.`;
  if (!isInstalled({ isForStart })) throw new Sentence(`The packages are not installed. ${advice}`);
  const stale = isBuilt ? staleFolders() : [];
  if (stale.length > 0) throw new Sentence(`Not built from the present sources: ${stale.join(', ')}. ${advice}`);
}
