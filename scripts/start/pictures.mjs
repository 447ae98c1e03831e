import { readdirSync, rmSync, statSync } from 'node:fs';
import { makeReady } from '../ready/ready.mjs';
import { root } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const folder = `${root}/docs/pictures`;

await tellFailure(async () => {
  await makeReady();
  // Imported after the installation.
  const { register } = await import('tsx/esm/api');
  register();
  const { takePictures } = await import('../../demo/src/pictures.ts');
  const files = await takePictures(folder).catch((error) => {
    throw new Sentence(`The pictures cannot be taken: ${error.message}`);
  });
  for (const old of readdirSync(folder).filter((name) => !files.includes(name))) rmSync(`${folder}/${old}`);
  for (const file of files)
    console.log(`docs/pictures/${file}  ${Math.ceil(statSync(`${folder}/${file}`).size / 1000)} kB`);
});
