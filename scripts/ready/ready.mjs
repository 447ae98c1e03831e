import { buildStale } from './built.mjs';
import { install, isInstalled } from './installed.mjs';
import { alone } from './lock.mjs';

/** Installs what is missing and builds what is stale; nothing else, and next to nothing when there is nothing to do. */
export function makeReady({ isBuilt = true } = {}) {
  return alone(async () => {
    if (!isInstalled()) await install();
    if (isBuilt) await buildStale();
  });
}
