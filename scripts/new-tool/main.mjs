import { existsSync, readFileSync } from 'node:fs';
import { makeReady } from '../ready/ready.mjs';
import { binary, root, runCommand } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';
import { allOrNothing } from './all-or-nothing.mjs';
import { readArguments } from './arguments.mjs';
import { loggedPages, registries, withEntry } from './registries.mjs';
import { filesOf } from './templates.mjs';

await tellFailure(async () => {
  const tool = await readArguments(process.argv.slice(2));
  const { id } = tool;
  // What the formatter needs may not be installed yet.
  await makeReady({ isBuilt: false });
  // An announced tool already has a screen: existing files are kept.
  const files = Object.entries(filesOf(tool)).filter(([path]) => !existsSync(`${root}/${path}`));
  const edits = [
    ...registries(id).map((registry) => [registry.path, withEntry(read(registry.path), registry)]),
    [loggedPages.path, loggedPages.withPage(read(loggedPages.path), id)],
  ];
  const changes = [...files, ...edits];
  await allOrNothing(changes, () => putInOrder(changes.map(([path]) => path).filter((path) => /\.tsx?$/.test(path))));
  for (const [path] of files) console.log(`wrote    ${path}`);
  for (const [path] of edits) console.log(`entered  ${path}`);
  if (!files.some(([path]) => path.endsWith('/screen.ts'))) {
    console.log(`kept     apps/web/src/tools/${id}/screen.ts: make it live, and let it load ./page.tsx`);
  }
  console.log('Now make the tests pass, in this order: docs/adding-a-tool.md');
});

async function putInOrder(paths) {
  // Without the rule that needs types, which would read the whole repository first.
  const args = ['check', '--write', '--colors=off', '--config-path=biome-untyped.json', ...paths];
  const { code, output } = await runCommand(binary('biome'), args);
  if (code !== 0) throw new Sentence(`Nothing was written, because the files cannot be put in order:\n${output}`);
}

function read(path) {
  return readFileSync(`${root}/${path}`, 'utf8');
}
