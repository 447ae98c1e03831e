import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../ready/run-command.mjs';

/**
 * Writes files, `[path, text]` each, and then does `work`. If either fails, or the process is stopped meanwhile, everything
 * is again as it was, new folders included.
 */
export async function allOrNothing(changes, work) {
  const done = [];
  const undo = () => {
    for (const revert of done.splice(0).reverse()) revert();
  };
  process.once('exit', undo);
  try {
    for (const [path, text] of changes) write(`${root}/${path}`, text, done);
    await work();
  } catch (error) {
    undo();
    throw error;
  } finally {
    process.off('exit', undo);
  }
}

function write(path, text, done) {
  makeFolder(dirname(path), done);
  const before = existsSync(path) ? readFileSync(path) : null;
  done.push(() => (before === null ? rmSync(path, { force: true }) : writeFileSync(path, before)));
  writeFileSync(path, text);
}

function makeFolder(path, done) {
  if (existsSync(path)) return;
  makeFolder(dirname(path), done);
  mkdirSync(path);
  done.push(() => rmdirSync(path));
}
