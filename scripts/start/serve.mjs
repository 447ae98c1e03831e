import { makeReady } from '../ready/ready.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const server = new URL('../../apps/api/dist/server.js', import.meta.url);

await tellFailure(async () => {
  await makeReady({ isForStart: true });
  process.setSourceMapsEnabled(true);
  // The self-test is useful for a manual start; a service must contact nobody by itself.
  process.env.SONDE_SELF_TEST ||= 'on';
  // In this process, so that signals reach the server itself and its exit code is ours.
  await import(server.href).catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw new Sentence(`The server cannot be loaded: ${error.message}`);
    throw error;
  });
  if (process.env.npm_lifecycle_event) stopWithParent(process.ppid);
});

/** A killed npm cannot pass the signal on, and the server would keep running on its port. */
function stopWithParent(parent) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
