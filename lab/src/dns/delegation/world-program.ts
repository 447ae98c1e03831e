/**
 * Servers of the delegation world that exist in no other project: relays in front of Knot that handle EDNS(0) like old
 * servers and firewalls, and hostile servers. Runs on the host of all servers, and prints `ready`.
 */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { parseQuery, type Query } from '../replies.ts';
import { hostileAddress, type WorldServerName, worldServers } from './addresses.ts';
import { floodTreatment } from './flood.ts';
import { type HostileServer, hostileServers } from './hostile-zones.ts';
import { type RelayTreatment, relayTreatments } from './relay-treatments.ts';

const PORT = 53;
const OCTET_EVERY_MS = 1000;
const upstream = worldServers.knot.ipv4;
/** Another address of this host, which was not queried. */
const ELSEWHERE = worldServers.nobody.ipv4;

type Send = (bytes: Buffer) => void;
type Treat = (query: Query, transport: 'udp' | 'tcp', send: Send, socket: Socket | null) => void;

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

async function listen(address: string, treat: Treat, from = address): Promise<void> {
  const type = address.includes(':') ? 'udp6' : 'udp4';
  const udp = createSocket(type);
  const sender = from === address ? udp : createSocket(type);
  udp.on('message', (bytes, { port, address: client }: RemoteInfo) => {
    const query = parseQuery(bytes);
    if (query !== null) treat(query, 'udp', (message) => sender.send(message, port, client, () => {}), null);
  });
  udp.bind(PORT, address);
  await once(udp, 'listening');
  if (sender !== udp) {
    sender.bind(PORT, from);
    await once(sender, 'listening');
  }
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    onMessages(socket, (bytes) => {
      const query = parseQuery(bytes);
      if (query !== null) treat(query, 'tcp', (message) => socket.write(framed(message)), socket);
    });
  });
  tcp.listen(PORT, address);
  await once(tcp, 'listening');
}

/** Calls back for each message over TCP (RFC 1035 section 4.2.2). */
function onMessages(socket: Socket, take: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      const end = 2 + rest.readUInt16BE(0);
      take(rest.subarray(2, end));
      rest = rest.subarray(end);
    }
  });
}

function hostile({ says, isSilentByUdp = false, pace = 'whole' }: HostileServer): Treat {
  return (query, transport, send, socket) => {
    if (transport === 'udp') {
      if (!isSilentByUdp) send(says(query, transport));
    } else if (pace === 'whole') send(says(query, transport));
    else if (pace === 'one-octet-a-second' && socket !== null) drip(socket, framed(says(query, transport)));
  };
}

function drip(socket: Socket, bytes: Buffer): void {
  let next = 0;
  const timer = setInterval(() => {
    socket.write(bytes.subarray(next, next + 1));
    next += 1;
    if (next >= bytes.length) clearInterval(timer);
  }, OCTET_EVERY_MS);
  socket.once('close', () => clearInterval(timer));
}

function relay(treatment: RelayTreatment): Treat {
  return (query, transport, send) => {
    const asked = treatment.query === undefined ? query.bytes : treatment.query(query);
    if (asked === null) return;
    if (!Buffer.isBuffer(asked)) send(asked.reply);
    else ask(asked, transport, (bytes) => send(treatment.reply?.(bytes, query, transport) ?? bytes));
  };
}

function ask(bytes: Buffer, transport: 'udp' | 'tcp', answer: Send): void {
  if (transport === 'udp') {
    const socket = createSocket('udp4');
    const end = setTimeout(() => socket.close(), 3000);
    socket.on('error', () => {});
    socket.on('message', (said) => {
      clearTimeout(end);
      socket.close();
      answer(said);
    });
    socket.send(bytes, PORT, upstream);
    return;
  }
  const socket = connect(PORT, upstream);
  socket.setTimeout(3000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  onMessages(socket, (said) => {
    answer(said);
    socket.end();
  });
  socket.write(framed(bytes));
}

const [, , floodFile = ''] = process.argv;
const relays: Partial<Record<WorldServerName, RelayTreatment>> = {
  ...relayTreatments,
  flooding: floodTreatment(floodFile),
};
await Promise.all([
  ...(Object.entries(relays) as [WorldServerName, RelayTreatment][]).flatMap(([name, treatment]) => {
    const { ipv4, ipv6 } = worldServers[name];
    return [ipv4, ipv6].map((address) => listen(address, relay(treatment)));
  }),
  ...Object.values(hostileServers).map((server, index) =>
    listen(hostileAddress(index), hostile(server), server.isFromElsewhere ? ELSEWHERE : undefined),
  ),
]);
process.stdout.write('ready\n');
