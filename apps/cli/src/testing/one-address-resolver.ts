/** A resolver on port 53 of its own network that knows one address for every name: its argument. */
import { createSocket } from 'node:dgram';
import { askedType, replyTo } from '@sonde/probes/testing/scripted-dns-server';

const TYPE_A = 1;
const address = Buffer.from((process.argv[2] ?? '').split('.').map(Number));
const socket = createSocket('udp4');
socket.on('message', (query, { port, address: from }) => {
  socket.send(replyTo(query, askedType(query) === TYPE_A ? { answers: [address] } : {}), port, from);
});
socket.bind(53, '127.0.0.1', () => process.stdout.write('ready\n'));
