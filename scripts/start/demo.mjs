import { makeReady } from '../ready/ready.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const LOOK_MS = 500;

await tellFailure(async () => {
  await makeReady();
  const begun = performance.now();
  // Imported after the installation.
  const { register } = await import('tsx/esm/api');
  register();
  const { startDemo } = await import('../../demo/src/index.ts');
  const demo = await startDemo({ port: readPort(process.env.PORT ?? '3000') }).catch((error) => {
    throw new Sentence(`The demo cannot be started: ${error.message}`);
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`Sonde, in a small world of its own on this machine: ${demo.url}\nReady in ${seconds} s.`);
  console.log(`\n${listOf(demo.targets)}\n`);
  if ('missing' in demo.path) console.log(`Traceroute has no path with routers here: ${demo.path.missing}.\n`);
  stopOnSignal(demo);
});

function readPort(text) {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Sentence('PORT must be a whole number from 0 to 65535.');
}

/** Page by page, in the order in which the pages list them. */
function listOf(targets) {
  const pages = [...new Set(targets.map(({ page }) => page))];
  const width = Math.max(...pages.map((page) => page.length));
  const on = (wanted) => targets.filter(({ page }) => page === wanted).map(({ target }) => target);
  return pages.map((page) => `  ${page.padEnd(width)}  ${on(page).join('  ')}`).join('\n');
}

/**
 * The first signal stops the server and the simulated servers in order, and so does the end of the parent npm process.
 */
function stopOnSignal(demo) {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await demo.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), LOOK_MS).unref();
}
