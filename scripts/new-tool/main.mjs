import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeReady } from '../ready/ready.mjs';
import { binary, root, runCommand } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';
import { readArguments } from './arguments.mjs';
import { registries, withEntry } from './registries.mjs';
import { filesOf } from './templates.mjs';

await tellFailure(async () => {
  const tool = await readArguments(process.argv.slice(2));
  const { id } = tool;
  // What the formatter needs may not be installed yet.
  await makeReady({ isBuilt: false });
  // An announced tool already has a screen: existing files are kept.
  const files = Object.entries(filesOf(tool)).filter(([path]) => !existsSync(`${root}/${path}`));
  const edits = registries(id).map((registry) => [registry.path, withEntry(read(registry.path), registry)]);
  const before = edits.map(([path]) => [path, read(path)]);
  for (const [path, text] of [...files, ...edits]) write(path, text);
  const code = [...files, ...edits].map(([path]) => path).filter((path) => !path.endsWith('.md'));
  // Without the rule that needs types, which would read the whole repository first.
  const args = ['check', '--write', '--colors=off', '--config-path=biome-untyped.json', ...code];
  const { code: exit, output } = await runCommand(binary('biome'), args);
  if (exit !== 0) {
    for (const [path] of files) rmSync(`${root}/${path}`, { force: true });
    for (const [path, text] of before) write(path, text);
    throw new Sentence(`Nothing was written, because the files cannot be put in order:\n${output}`);
  }
  for (const [path] of files) console.log(`wrote    ${path}`);
  for (const [path] of edits) console.log(`entered  ${path}`);
  if (!files.some(([path]) => path.endsWith('/screen.ts'))) {
    console.log(`kept     apps/web/src/tools/${id}/screen.ts: make it live, and let it load ./page.tsx`);
  }
  console.log('Now make the tests pass, in this order: docs/adding-a-tool.md');
});

function read(path) {
  return readFileSync(`${root}/${path}`, 'utf8');
}

function write(path, text) {
  mkdirSync(dirname(`${root}/${path}`), { recursive: true });
  writeFileSync(`${root}/${path}`, text);
}
