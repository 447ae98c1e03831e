import { startHere } from '../serve.ts';
import { openDoor } from './door.ts';
import { pathHops } from './route.ts';
import type { StartedInside } from './started-inside.ts';

/* The demo in the network that has the path: `path/network.ts` starts it, with the port of the server and the Unix socket by which
   that is reached from outside. It ends with its standard input. */
const ENDED_MS = 20_000;
const [port = '', socket = ''] = process.argv.slice(2);

/** Until the demo runs, the end of this process is the end of all that it has started. */
let stop = async () => {};
process.stdin
  .on('end', async () => {
    setTimeout(() => process.exit(1), ENDED_MS).unref();
    await stop();
    process.exit(0);
  })
  .resume();

const tell = (started: StartedInside) => process.stdout.write(`${JSON.stringify(started)}\n`);

try {
  const demo = await startHere(Number(port), { address: pathHops.at(-1)?.address ?? '' });
  const door = await openDoor({ path: socket }, { host: '127.0.0.1', port: Number(port) });
  stop = async () => {
    await door.close();
    await demo.stop();
  };
  const { url, targets, hasUsualPorts, path, mainTargets } = demo;
  tell({ url, targets, hasUsualPorts, path, mainTargets: [...mainTargets] });
} catch (error) {
  tell({ problem: error instanceof Error ? error.message : String(error) });
}
