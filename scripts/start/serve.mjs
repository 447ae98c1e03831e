import { makeReady } from '../ready/ready.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const server = new URL('../../apps/api/dist/server.js', import.meta.url);

await tellFailure(async () => {
  await makeReady();
  process.setSourceMapsEnabled(true);
  // In this process: signals reach the server itself, and its exit code is ours.
  await import(server.href).catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw new Sentence(`The server cannot be loaded: ${error.message}`);
    throw error;
  });
});
