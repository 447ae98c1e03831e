import { resolve } from 'node:path';
import { makeReady } from '../ready/ready.mjs';
import { root } from '../ready/run-command.mjs';
import { tellFailure } from '../ready/sentence.mjs';
import { pack } from './pack.mjs';

await tellFailure(async () => {
  await makeReady();
  for (const { file, bytes } of await pack(resolve(process.argv[2] ?? `${root}/dist`))) {
    console.log(`${file}  ${(bytes / 1024).toFixed(0)} kB`);
  }
});
