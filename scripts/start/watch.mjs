import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeReady } from '../ready/ready.mjs';
import { binary, runCommand, runNpm, stopAll } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const NEVER_MS = 2 ** 31 - 1;
const START_MS = 60_000;

await tellFailure(async () => {
  await makeReady({ isBuilt: false });
  const port = await listenablePort(Number(process.env.PORT ?? 3000));
  const api = `http://127.0.0.1:${await listenablePort(0)}`;
  const ended = Promise.race([watchApi(api), watchWeb(port, api)]);
  const address = `http://127.0.0.1:${port}`;
  const ready = Promise.all([answers(`${api}/healthz`), answers(address)]);
  const isReady = await Promise.race([ended.then(() => false), ready.then(() => true)]);
  if (isReady) console.log(`Sonde, reloading on every change: ${address}`);
  const { code } = await ended;
  await stopAll('SIGTERM', code || 1);
});

/** The API behind the development server: it restarts when its sources change, and does not print its own address. */
function watchApi(address) {
  const env = {
    HOST: '127.0.0.1',
    PORT: new URL(address).port,
    SONDE_LOG_LEVEL: process.env.SONDE_LOG_LEVEL ?? 'warn',
  };
  const args = ['watch', '--clear-screen=false', 'apps/api/src/dev-server.ts'];
  const onText = (text) => process.stderr.write(text.replace(/^.* is ready: .*\n/gm, ''));
  return runCommand(binary('tsx'), args, { onText, deadlineMs: NEVER_MS, env });
}

/** The development server of the pages, which forwards `/api` to the API. */
function watchWeb(port, api) {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--strictPort', '--logLevel', 'warn'];
  return runNpm(['run', 'dev', '--silent', '-w', '@sonde/web', '--', ...args], {
    isShown: true,
    deadlineMs: NEVER_MS,
    env: { SONDE_DEV_API: api },
  });
}

async function answers(address) {
  for (let waited = 0; waited < START_MS; waited += 100) {
    const response = await fetch(address).catch(() => null);
    await response?.body?.cancel();
    if (response !== null) return true;
    await sleep(100);
  }
  throw new Sentence(`Nothing answers at ${address}.`);
}

/** The port itself if it is free; any free one for 0. */
async function listenablePort(port) {
  const probe = createServer();
  const listening = once(probe.listen(port, '127.0.0.1'), 'listening');
  await listening.catch((error) => {
    throw new Sentence(
      `Cannot listen on 127.0.0.1:${port}: ${error.code === 'EADDRINUSE' ? 'the port is taken' : error.message}.`,
    );
  });
  const found = probe.address().port;
  probe.close();
  await once(probe, 'close');
  return found;
}
