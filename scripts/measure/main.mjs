import { makeReady } from '../ready/ready.mjs';
import { tellFailure } from '../ready/sentence.mjs';

await tellFailure(async () => {
  await makeReady({ isBuilt: false });
  // Imported after the installation.
  const { register } = await import('tsx/esm/api');
  register();
  const { measure } = await import('./measure.ts');
  await measure(process.argv.slice(2));
});
