/**
 * Clients with their own addresses, in plain JavaScript for a network namespace that has only Node:
 * `ipv6-client.mjs ask HOST PORT ADDRESS...` prints the status of one lookup from each address, one after the other;
 * `address HOST PORT ADDRESS` the client address that the server reports; `connect HOST PORT N NETWORK...` how many of N
 * connections from each /64 stay open.
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const [what, host, port, ...args] = process.argv.slice(2);

function get(path, localAddress) {
  return new Promise((resolve, reject) => {
    const call = request({ host, port, path, localAddress, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    });
    call.on('error', reject).end();
  });
}

async function ask(addresses) {
  const statuses = [];
  for (const [index, address] of addresses.entries()) {
    const name = `name-${process.pid}-${index}.lab.test`;
    const { status } = await get(`/api/v2/dnsRecords?domain=${name}`, address);
    // The name does not exist, which counts as an answer.
    statuses.push(status === 404 ? 200 : status);
  }
  return statuses;
}

async function hold([count, ...networks]) {
  const sockets = networks.flatMap((network) =>
    Array.from({ length: Number(count) }, (_, index) => {
      const socket = connect({ host, port: Number(port), localAddress: `${network}::${(index + 1).toString(16)}` });
      socket.on('error', () => socket.destroy()).resume();
      return { network, socket };
    }),
  );
  const isSettled = () => sockets.every(({ socket }) => !socket.connecting);
  while (!isSettled()) await wait(10);
  // Refused connections are closed at once; the others stay open for some seconds, waiting for a request.
  await wait(1_000);
  const open = Object.fromEntries(networks.map((network) => [network, 0]));
  for (const { network, socket } of sockets) if (!socket.destroyed) open[network] += 1;
  for (const { socket } of sockets) socket.destroy();
  return open;
}

const results = {
  ask: () => ask(args),
  address: async () => JSON.parse((await get('/api/v2/myIp', args[0])).text)._data.ip,
  connect: () => hold(args),
};
process.stdout.write(JSON.stringify(await results[what]()));
