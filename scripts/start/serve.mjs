import { makeReady } from '../ready/ready.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const server = new URL('../../apps/api/dist/server.js', import.meta.url);

await tellFailure(async () => {
  await makeReady({ isForStart: true });
  process.setSourceMapsEnabled(true);
  // When it is started manually, the self-test is useful; a service contacts no one without being asked.
  process.env.SONDE_SELF_TEST ||= 'on';
  // In this process: signals reach the server itself, and its exit code is ours.
  await import(server.href).catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw new Sentence(`The server cannot be loaded: ${error.message}`);
    throw error;
  });
  if (process.env.npm_lifecycle_event) stopWithParent(process.ppid);
});

/** When npm is killed it cannot pass that on: the server would stay behind and keep its port. */
function stopWithParent(parent) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
