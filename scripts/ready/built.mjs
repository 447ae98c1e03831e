import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNpm } from './run-command.mjs';
import { Sentence } from './sentence.mjs';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.types']);
const SHARED = ['package-lock.json', 'tsconfig.base.json'];

/** Builds every app whose `dist` is not what its sources give; returns the names of those it built. */
export async function buildStale() {
  const stale = findWorkspaces().filter((one) => one.hasBuild && !isFresh(one));
  if (stale.length === 0) return [];
  console.log(`Building ${stale.map(({ folder }) => folder).join(', ')}…`);
  // All of them end before a failure is told: a build that goes on alone would meet the next start.
  const results = await Promise.allSettled(stale.map(build));
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return stale.map(({ folder }) => folder);
}

async function build(one) {
  rmSync(stampPath(one), { force: true });
  // Taken before the build: a source that changes meanwhile makes the result stale.
  const sources = hashOfSources(one);
  const { code, output } = await runNpm(['run', 'build', '--silent', '-w', one.name]);
  const log = `.cache/build-${one.folder.replace('/', '-')}.log`;
  mkdirSync(`${root}/.cache`, { recursive: true });
  writeFileSync(`${root}/${log}`, output);
  if (code !== 0) throw new Sentence(`Building ${one.folder} failed: ${buildReason(output)} (all of it: ${log})`);
  writeFileSync(stampPath(one), `${sources} ${hashOfResult(one)}`);
}

/** The line that says what is wrong: one that starts with an error, else one that names an error, else the last. */
export function buildReason(output) {
  const lines = output
    .replace(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  const told =
    lines.find((line) => /^\W*(\w*Error\b|error\b)/i.test(line)) ?? lines.find((line) => /error/i.test(line));
  return (told ?? lines.at(-1) ?? 'it gave no reason').trim();
}

/** Every workspace with the workspaces it is built from, itself included. */
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
    hasBuild: one.manifest.scripts?.build !== undefined,
    builtFrom: needed(one),
  }));
}

const stampPath = ({ folder }) => `${root}/.cache/built-${folder.replace('/', '-')}`;

function isFresh(one) {
  if (!existsSync(stampPath(one)) || !existsSync(`${root}/${one.folder}/dist`)) return false;
  return readFileSync(stampPath(one), 'utf8') === `${hashOfSources(one)} ${hashOfResult(one)}`;
}

/** By content: the times of a checkout say nothing. Some hundred small files, a few hundredths of a second. */
function hashOfSources({ builtFrom }) {
  const hash = createHash('sha256');
  const isSource = (name) => !NOT_SOURCES.has(name) && !/\.(test|demo)\.|\.tsbuildinfo$/.test(name);
  const paths = [...SHARED, ...builtFrom.flatMap((folder) => filesUnder(folder, isSource))];
  for (const path of paths) hash.update(`\0${path}\0`).update(readFileSync(`${root}/${path}`));
  return hash.digest('hex');
}

/** By name and size: enough to see that a part was removed or cut short. */
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

/** Folders that the `.gitignore` beside them names: a build makes them, nobody writes them. */
function ignoredIn(folder) {
  const list = `${root}/${folder}/.gitignore`;
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
}
