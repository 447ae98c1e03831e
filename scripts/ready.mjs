import './node-version.mjs';
import { buildStale } from './ready/built.mjs';
import { install, isInstalled } from './ready/installed.mjs';
import { alone } from './ready/lock.mjs';
import { tellFailure } from './ready/sentence.mjs';

/** Installs what is missing and builds what is stale; nothing else, and next to nothing when there is nothing to do. */
export function makeReady({ isBuilt = true } = {}) {
  return alone(async () => {
    if (!isInstalled()) await install();
    if (isBuilt) await buildStale();
  });
}

if (process.argv[1] === import.meta.filename) await tellFailure(() => makeReady());
