import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run-command.mjs';
import { Sentence } from './sentence.mjs';

const path = `${root}/.cache/ready.lock`;
const HEARTBEAT_MS = 1000;
// A holder that was killed leaves the file behind, without further heartbeats.
const ABANDONED_AFTER_MS = 10_000;
const DEADLINE_MS = 15 * 60_000;

/**
 * Runs `work` while no other process of this clone does, so that two simultaneous starts install and build one after
 * the other.
 */
export async function alone(work) {
  mkdirSync(`${root}/.cache`, { recursive: true });
  await take();
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS);
  const release = () => {
    clearInterval(beat);
    rmSync(path, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function take() {
  const deadline = Date.now() + DEADLINE_MS;
  for (let isFirst = true; !tryToTake(); isFirst = false) {
    if (isFirst) console.log('Waiting for another start in this folder…');
    if (Date.now() > deadline) throw new Sentence(`Another start holds ${path} for too long; stop it and start again.`);
    await sleep(100);
  }
}

function tryToTake() {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw new Sentence(`Cannot write ${path}: ${error.message}`);
  }
  removeAbandoned();
  return false;
}

function removeAbandoned() {
  const aside = `${path}.${process.pid}`;
  try {
    // Renamed before it is removed, because only one of two waiting processes can rename it.
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER_MS) renameSync(path, aside);
  } catch {
    // Released, or removed by another process, in the meantime.
  }
  rmSync(aside, { force: true });
}
