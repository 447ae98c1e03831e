// Writes THIRD-PARTY-NOTICES.md: every shipped package with its licence text. `--check` only compares. Both exit with 1
// if a licence is unknown, or is not one of the permissive ones.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `dependencies` of these workspaces are installed with the product or bundled into its pages. */
const SHIPPED_WORKSPACES = [
  'apps/api',
  'apps/cli',
  'apps/web',
  'packages/contract',
  'packages/probes',
  'packages/service',
];
/** Needed only for the build or to copy from, but their glyphs and icons are in the pages. */
const SHIPPED_BY_THE_BUILD = ['@fontsource-variable/geist', '@fontsource-variable/geist-mono', 'lucide-react'];

const PERMISSIVE = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 CC-BY-4.0 ISC MIT MIT-0 OFL-1.1 Unlicense Zlib'.split(
    ' ',
  ),
);

/** Licence fields in other forms, with their SPDX identifiers. */
const IN_OTHER_WORDS = new Map([
  ['SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)', 'CC-BY-4.0'],
  ['SEE LICENSE IN ROUTEVIEWS-LICENSE and DBIP-LICENSE (CC-BY-4.0)', 'CC-BY-4.0'],
]);

/**
 * True if an SPDX expression can be satisfied by permissive licences only. Nested expressions are refused, as none is
 * needed.
 * @param {string} expression
 */
export function isPermissive(expression) {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.has(licence)));
}

/**
 * The packages that `names` resolve to from the workspace `from`, with their dependencies, as paths in the lock file;
 * resolved the way Node does.
 * @param {Record<string, any>} packages the `packages` of a lock file
 * @param {string} from
 * @param {string[]} names
 * @param {Set<string>} found
 * @returns {Set<string>}
 */
export function collect(packages, from, names, found = new Set()) {
  for (const name of names) {
    const place = locate(packages, from, name);
    if (place === null || found.has(place)) continue;
    found.add(place);
    collect(packages, place, shippedNames(packages[place]), found);
  }
  return found;
}

const shippedNames = (entry) => Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });

function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = [folder, 'node_modules', name].filter(Boolean).join('/');
    const entry = packages[place];
    if (entry) return entry.link ? entry.resolved : place;
    if (folder === '') return null;
  }
}

/**
 * Everything that ships, sorted by name and version, without our own workspaces.
 * @param {Record<string, any>} packages the `packages` of a lock file
 * @returns {{ name: string, version: string, licence: string, place: string, isNative: boolean }[]}
 */
export function shippedPackages(packages) {
  const found = collect(packages, '', SHIPPED_BY_THE_BUILD);
  for (const workspace of SHIPPED_WORKSPACES) {
    collect(packages, workspace, shippedNames(packages[workspace] ?? {}), found);
  }
  return [...found]
    .filter((place) => place.includes('node_modules/'))
    .map((place) => {
      const { version, license = 'unknown', os, cpu } = packages[place];
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: IN_OTHER_WORDS.get(license) ?? license, place, isNative: Boolean(os ?? cpu) };
    })
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

function licenceText(folder) {
  const names = readdirSync(folder).filter((name) =>
    /^([a-z]+[-_])?(licen[cs]e|copying|notice|unlicense)|^modifications$/i.test(name),
  );
  const texts = names.sort().map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return texts
    .map((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[ \t]+$/gm, '')
        .trim(),
    )
    .join('\n\n');
}

function authorLine(folder, isNative) {
  if (isNative) return 'The licence text is in the package.';
  const { author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const name = typeof author === 'string' ? author : author?.name;
  return `The package carries no licence text of its own${name ? `; its author is ${name}` : ''}.`;
}

function section({ name, version, licence, place, isNative }, root) {
  // Which build of a native package is installed depends on the machine; the notices must not.
  const text = isNative ? '' : licenceText(path.join(root, place));
  const body = text === '' ? authorLine(path.join(root, place), isNative) : `\`\`\`text\n${text}\n\`\`\``;
  return `## ${name} ${version}\n\nLicence: ${licence}\n\n${body}\n`;
}

/**
 * @param {string} root the repository
 * @returns {{ markdown: string, problems: string[] }}
 */
export function notices(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const shipped = shippedPackages(packages);
  const head = [
    '# Third-party notices',
    '',
    'Sonde is under the MIT licence (see LICENSE). It ships with these packages, each under its own licence. Written by',
    '`npm run notices` from the lock; do not edit.',
    '',
    '',
  ].join('\n');
  const problems = shipped
    .filter(({ licence }) => !isPermissive(licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} has the licence '${licence}', which is not among the permissive ones.`,
    );
  return { markdown: head + shipped.map((entry) => section(entry, root)).join('\n'), problems };
}

function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const file = path.join(root, 'THIRD-PARTY-NOTICES.md');
  const { markdown, problems } = notices(root);
  if (!process.argv.includes('--check')) writeFileSync(file, markdown);
  else if (readFileSync(file, 'utf8') !== markdown)
    problems.push('THIRD-PARTY-NOTICES.md is old: run `npm run notices`.');
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
