import { root, runCommand } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const NEVER_MS = 2 ** 31 - 1;
const server = new URL('../../apps/api/dist/server.js', import.meta.url);

await tellFailure(async () => {
  await makeReadyBeside();
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

/** In a process of its own, since what it reads to compare would stay in the memory of the server: 10 MB. */
async function makeReadyBeside() {
  // It has deadlines for each of its steps, and tells by itself what has failed.
  const { code } = await runCommand(process.execPath, [`${root}/scripts/ready.mjs`], {
    isShown: true,
    deadlineMs: NEVER_MS,
  });
  if (code !== 0) process.exit(code);
}

/** A killed npm cannot pass the signal on, and the server would keep running on its port. */
function stopWithParent(parent) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
