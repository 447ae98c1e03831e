/**
 * The network lab with a server in the client's network, for browser tests: `tsx lab/src/serve-network.ts COMMAND ARGS…`.
 * The command must listen on the Unix socket in the environment variable HOST; a port of 127.0.0.1 is forwarded to it.
 * Prints one line of JSON with the URL when it is ready. Ends on SIGTERM, and when a pipe on standard input is closed.
 */
import { fstatSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { startNetworkLab } from './network/network-lab.ts';
import { networkTargets } from './network/topology.ts';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('Which command?');
const lab = await startNetworkLab();
const path = join(lab.directory, 'server.sock');
await lab.start(command, args, {
  env: { HOST: path, SONDE_RESOLVERS: `${networkTargets.resolver.ipv4}` },
  isReady: /is ready/,
});

const relay = createServer((socket) => {
  const inside = connect(path);
  socket.pipe(inside).pipe(socket);
  // When one side closes, close the other.
  for (const [one, other] of [
    [socket, inside],
    [inside, socket],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
});
relay.listen(0, '127.0.0.1', () => {
  const { port } = relay.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});

async function stop(): Promise<void> {
  relay.close();
  await lab.stop();
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
const input = fstatSync(0);
if (input.isFIFO() || input.isSocket()) process.stdin.on('end', stop).resume();
