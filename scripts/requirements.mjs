// Checks which requirements of docs/requirements.md have a test whose title names them. Exits with 1 for an untested
// requirement of a finished milestone, a number without a requirement, and a duplicate number.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MILESTONES = ['dns', 'geo', 'ssl', 'whois', 'subdomain', 'ping', 'shell', 'service', 'accounts', 'release'];
const ROW = /^- \*\*(R\d+\.\d+)\*\* `([a-z]+)` (.+)$/;
// `test('…'`, `describe('…'`, and what follows a table of cases: `test.each([…])('…'`.
const TITLE =
  /(?:\b(?:test|it|describe)(?:\.(?:only|describe))?\(|\)\()\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

// Follows the title of a browser test that only `npm run test:long` runs.
const LONG = /^,\s*(?:long,|\{\s*tag: (?:'@long'|\[[^\]]*\blong\.tag))/;

/**
 * @param {string} markdown
 * @returns {{ finished: string[], requirements: { id: string, milestone: string, text: string }[] }}
 */
export function readRequirements(markdown) {
  const finished = /^Finished:(.*)$/m.exec(markdown)?.[1] ?? '';
  const requirements = markdown.split('\n').flatMap((line) => {
    const [, id, milestone, text] = ROW.exec(line) ?? [];
    return id === undefined ? [] : [{ id, milestone, text }];
  });
  return { finished: finished.split(/[\s,]+/).filter(Boolean), requirements };
}

/**
 * The requirement numbers in the titles of a test file.
 * @param {string} source
 * @returns {string[]}
 */
export function idsInTitles(source) {
  const all = [...source.matchAll(TITLE)];
  // `inLongSet(test)('…'`: the next title is that of a test which only the long set runs.
  const declaredLong = [...source.matchAll(/\binLongSet\(/g)].map((call) =>
    all.find(({ index }) => index > call.index),
  );
  const titles = all
    .filter((title) => !declaredLong.includes(title) && !LONG.test(source.slice(title.index + title[0].length)))
    .map(([, single, double, back]) => single ?? double ?? back ?? '');
  return [...new Set(titles.flatMap((title) => title.match(/\bR\d+\.\d+\b/g) ?? []))];
}

/**
 * @param {string} markdown
 * @param {{ name: string, source: string }[]} testFiles
 * @returns {{ lines: string[], problems: string[] }} the table to print, and the problems
 */
export function reviewRequirements(markdown, testFiles) {
  const { finished, requirements } = readRequirements(markdown);
  const named = testFiles.flatMap(({ name, source }) => idsInTitles(source).map((id) => ({ id, name })));
  const tested = new Set(named.map(({ id }) => id));
  const inBrowser = new Set(named.filter(({ name }) => name.startsWith('e2e/')).map(({ id }) => id));
  const known = new Set();
  const problems = [];
  if (requirements.length === 0) problems.push('docs/requirements.md has no requirement that can be read.');
  for (const { id, milestone } of requirements) {
    if (known.has(id)) problems.push(`${id} is given twice in docs/requirements.md.`);
    if (!MILESTONES.includes(milestone)) problems.push(`${id} belongs to '${milestone}', which is no milestone.`);
    known.add(id);
  }
  for (const milestone of finished) {
    if (!MILESTONES.includes(milestone)) problems.push(`'${milestone}' is said to be finished and is no milestone.`);
  }
  for (const { id, name } of named) {
    if (!known.has(id)) problems.push(`${name} names ${id}, which is no requirement.`);
  }
  for (const { id, milestone, text } of requirements) {
    if (finished.includes(milestone) && !tested.has(id)) problems.push(`${id} (${milestone}) has no test: ${text}`);
  }
  return { lines: MILESTONES.map((milestone) => describe(milestone, requirements, tested, inBrowser)), problems };
}

function describe(milestone, requirements, tested, inBrowser) {
  const own = requirements.filter((requirement) => requirement.milestone === milestone).map(({ id }) => id);
  const count = (ids) => own.filter((id) => ids.has(id)).length;
  const untested = own.filter((id) => !tested.has(id));
  const rest = untested.length === 0 ? '' : `; untested: ${untested.join(' ')}`;
  return `${milestone}: ${count(tested)} of ${own.length} tested, ${count(inBrowser)} in the browser${rest}`;
}

function findTestFiles(root) {
  const folders = ['apps', 'packages', 'lab', 'scripts', 'e2e'];
  // Tests that only `npm run test:long` runs do not count.
  const isTest = (name) => /(?<!\.long)\.test\.tsx?$/.test(name) || /^e2e\/.*\.spec\.ts$/.test(name);
  return folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((name) => isTest(name) && !name.includes('node_modules/'))
    .map((name) => ({ name, source: readFileSync(path.join(root, name), 'utf8') }));
}

function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const markdown = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');
  const { lines, problems } = reviewRequirements(markdown, findTestFiles(root));
  for (const line of lines) console.log(line);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
