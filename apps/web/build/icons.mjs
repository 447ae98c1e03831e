// `npm run icons -w @sonde/web -- Bookmark …`: copies these icons from lucide-react to `src/ui/icons/lucide/`; without a name,
// those that are there, after an update of the library. Copies, because a build needs 70 icons and the library has 4,854 files.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('../src/ui/icons/lucide/', import.meta.url));
const modules = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/cjs[\\/][\w-]+\.js$/, 'esm/');

mkdirSync(here, { recursive: true });
const given = process.argv.slice(2);
const names = given.length > 0 ? given : present();
for (const name of names) await copyIcon(name);
putInOrder(names.map((name) => here + fileOf(name)));

/** An icon has several names, and one file. */
async function copyIcon(name) {
  const listed = readFileSync(`${modules}lucide-react.mjs`, 'utf8').split('\n');
  const line = listed.find((one) => one.includes(`default as ${name},`) || one.includes(`default as ${name} }`));
  const [, path] = /from '(\.\/icons\/[\w-]+\.mjs)'/.exec(line ?? '') ?? [];
  if (path === undefined) throw new Error(`lucide-react has no icon ${name}.`);
  const { __iconData: icon } = await import(pathToFileURL(modules + path).href);
  writeFileSync(here + fileOf(name), moduleOf(name, icon.node));
}

function putInOrder(files) {
  const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url));
  const configuration = fileURLToPath(new URL('../../../biome-untyped.json', import.meta.url));
  const args = ['check', '--write', `--config-path=${configuration}`, ...files];
  const { status } = spawnSync(biome, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The icons cannot be put in order.');
}

function moduleOf(name, node) {
  // The keys are for lists in React that change.
  const lines = node.map(([tag, { key: _key, ...attributes }]) => `  ${JSON.stringify([tag, attributes])},\n`);
  return `// From Lucide (ISC), by \`npm run icons\`.
import { createIcon } from '../svg-icon.ts';

export const ${name} = /* @__PURE__ */ createIcon([
${lines.join('')}]);
`;
}

/** In kebab case: trash-2.ts for Trash2. */
function fileOf(name) {
  return `${name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()}.ts`;
}

function present() {
  return readdirSync(here).map((file) => /export const (\w+)/.exec(readFileSync(here + file, 'utf8'))?.[1] ?? file);
}
