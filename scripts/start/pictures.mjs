import { readdirSync, rmSync, statSync } from 'node:fs';
import { makeReady } from '../ready/ready.mjs';
import { root } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const folder = `${root}/docs/pictures`;
const named = process.argv.slice(2);

await tellFailure(async () => {
  await makeReady();
  // Imported after the installation.
  const { register } = await import('tsx/esm/api');
  register();
  const { tools } = await import('../../packages/contract/src/tools/index.ts');
  const { pagesWithSheet, takePictures } = await import('../../demo/src/pictures.ts');
  const all = [...Object.keys(tools), ...pagesWithSheet];
  const ids = named.length > 0 ? named : all;
  for (const id of ids) if (!all.includes(id)) throw new Sentence(`There is no tool ${id}.`);
  const files = await takePictures(folder, ids).catch((error) => {
    throw new Sentence(`The pictures cannot be taken: ${error.message}`);
  });
  const isOld = (name) => !all.includes(name.replace(/-(dark|light|sheet)\.webp$/, ''));
  for (const old of readdirSync(folder).filter(isOld)) rmSync(`${folder}/${old}`);
  for (const file of files)
    console.log(`docs/pictures/${file}  ${Math.ceil(statSync(`${folder}/${file}`).size / 1000)} kB`);
});
