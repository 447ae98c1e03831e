import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runScript } from './run-command.mjs';
import { Sentence } from './sentence.mjs';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.types']);
const SHARED = ['package-lock.json', 'tsconfig.base.json'];

function findStale() {
  const hashOf = createHashes();
  return findWorkspaces()
    .filter(({ script }) => script !== undefined)
    .map((one) => ({ ...one, sources: hashOfSources(one, hashOf) }))
    .filter((one) => !isFresh(one));
}

/** The folders whose `dist` is out of date with their sources. */
export const staleFolders = () => findStale().map(({ folder }) => folder);

/** Builds every app whose `dist` is out of date; returns the names of those it built. */
export async function buildStale() {
  const stale = findStale();
  if (stale.length === 0) return [];
  console.log(`Building ${stale.map(({ folder }) => folder).join(', ')}…`);
  // Waits for all before a failure is reported: a build still running would collide with the next start.
  const results = await Promise.allSettled(stale.map(build));
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return stale.map(({ folder }) => folder);
}

async function build(one) {
  rmSync(stampPath(one), { force: true });
  const { code, output } = await runScript(one);
  const log = `.cache/build-${one.folder.replace('/', '-')}.log`;
  mkdirSync(`${root}/.cache`, { recursive: true });
  writeFileSync(`${root}/${log}`, output);
  if (code !== 0) throw new Sentence(`Building ${one.folder} failed: ${buildReason(output)} (all of it: ${log})`);
  // The sources were hashed before the build: one that changes during it makes the result stale.
  writeFileSync(stampPath(one), `${one.sources} ${hashOfResult(one)}`);
}

/**
 * The line that says what is wrong: one that starts with an error, otherwise one that mentions an error, otherwise the
 * last.
 */
export function buildReason(output) {
  const lines = output
    .replace(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  const told =
    lines.find((line) => /^\W*(\w*Error\b|error\b)/i.test(line)) ?? lines.find((line) => /error/i.test(line));
  return (told ?? lines.at(-1) ?? 'it gave no reason').trim();
}

/** Every workspace with the workspaces it is built from, including itself. */
function findWorkspaces() {
  const all = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(`${root}/${parent}`)
      .map((name) => `${parent}/${name}`)
      .filter((folder) => existsSync(`${root}/${folder}/package.json`))
      .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8')) })),
  );
  const byName = new Map(all.map((one) => [one.manifest.name, one]));
  const needed = (one, found = new Set()) => {
    found.add(one.folder);
    for (const name of Object.keys(one.manifest.dependencies ?? {})) {
      const next = byName.get(name);
      if (next !== undefined && !found.has(next.folder)) needed(next, found);
    }
    return [...found].sort();
  };
  return all.map((one) => ({
    name: one.manifest.name,
    folder: one.folder,
    script: one.manifest.scripts?.build,
    builtFrom: needed(one),
  }));
}

const stampPath = ({ folder }) => `${root}/.cache/built-${folder.replace('/', '-')}`;

function isFresh(one) {
  if (!existsSync(stampPath(one)) || !existsSync(`${root}/${one.folder}/dist`)) return false;
  return readFileSync(stampPath(one), 'utf8') === `${one.sources} ${hashOfResult(one)}`;
}

/** From the hashes of the folders that it is built from, and of the files that all share. */
function hashOfSources({ builtFrom }, hashOf) {
  return createHash('sha256')
    .update([...SHARED, ...builtFrom].map(hashOf).join(' '))
    .digest('hex');
}

/**
 * Hashes a file or the sources in a folder, by content, since a checkout changes file times. Each is read once: several apps
 * are built from the same packages.
 */
function createHashes() {
  const hashes = new Map();
  const isSource = (name) => !NOT_SOURCES.has(name) && !/\.(test|demo)\.|\.tsbuildinfo$/.test(name);
  return (path) => {
    const hash = hashes.get(path) ?? hashOfFiles(SHARED.includes(path) ? [path] : filesUnder(path, isSource));
    hashes.set(path, hash);
    return hash;
  };
}

function hashOfFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`\0${path}\0`).update(readFileSync(`${root}/${path}`));
  return hash.digest('hex');
}

/** By name and size, which is enough to notice missing or truncated files. */
function hashOfResult({ folder }) {
  const hash = createHash('sha256');
  for (const path of filesUnder(`${folder}/dist`)) hash.update(`${path}\0${statSync(`${root}/${path}`).size}\0`);
  return hash.digest('hex');
}

function filesUnder(folder, isWanted = () => true) {
  const made = ignoredIn(folder);
  return readdirSync(`${root}/${folder}`, { withFileTypes: true })
    .filter(({ name }) => isWanted(name) && !made.includes(`${name}/`))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path, isWanted) : [path];
    });
}

/** Folders in the `.gitignore` beside them, which are generated by a build. */
function ignoredIn(folder) {
  const list = `${root}/${folder}/.gitignore`;
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
}
