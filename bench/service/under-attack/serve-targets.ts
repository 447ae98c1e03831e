/**
 * All targets of visitors and attackers, in one separate process. Prints one line of JSON when they are ready, and ends on
 * SIGTERM and when a pipe on standard input is closed.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  reply,
  startMaliciousWebServer,
  startTlsLab,
  startWhoisServer,
  whoisBehaviours,
  whoisRecords,
} from '@sonde/lab';
import { answerFor, transferServers } from './names.ts';
import { framed, readFrames, recordOf, serveResolver, soaData, types } from './resolver.ts';
import { registries, type TargetAddresses } from './targets.ts';

const DNS_PORT = 53;
const NAMES_PER_MESSAGE = 1_000;

/** Listens on all loopback addresses, each of which is a different server for clients. */
async function listen(onSocket: (socket: Socket) => void, host = '0.0.0.0', port = 0): Promise<number> {
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    socket.on('error', () => socket.destroy());
    onSocket(socket);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Reads everything and never replies. */
const silent = (socket: Socket) => void socket.resume();

/** Sends an endless zone, as fast as the client reads. */
function transferEndlessZone(socket: Socket): void {
  readFrames(socket, (query) => {
    const question = query.subarray(0, query.length);
    let number = 0;
    const send = () => {
      while (!socket.destroyed && socket.write(framed(messageOf(question, number)))) number += NAMES_PER_MESSAGE;
    };
    socket.on('drain', send);
    send();
  });
}

/** A message of the transfer: the first begins with the SOA record, and there is no last one. */
function messageOf(query: Buffer, first: number): Buffer {
  const names = Array.from({ length: NAMES_PER_MESSAGE }, (_, index) => {
    const label = Buffer.from(`n${first + index}`);
    const address = recordOf(types.a, Buffer.from([192, 0, 2, 66]));
    return Buffer.concat([Buffer.from([label.length]), label, address]);
  });
  const records = first === 0 ? [recordOf(types.soa, soaData('given-0.test')), ...names] : names;
  const message = Buffer.concat([query, ...records]);
  message.writeUInt16BE(0x8400, 2);
  message.writeUInt16BE(records.length, 6);
  return message;
}

async function serveWhois(): Promise<string> {
  const good = await Promise.all(
    registries.good.map(() =>
      startWhoisServer((socket, name) => whoisBehaviours.answer(whoisRecords.denicRecord(name))(socket, name)),
    ),
  );
  const deadPort = await listen(silent);
  const root = await startWhoisServer((socket, name) => {
    const suffix = name.slice(name.lastIndexOf('.') + 1);
    const at = (registries.good as readonly string[]).indexOf(suffix);
    const server =
      at < 0 ? `127.90.0.${registries.dead.indexOf(suffix) + 1}:${deadPort}` : `127.0.0.1:${good[at]?.port}`;
    whoisBehaviours.answer(whoisRecords.referral(suffix, server))(socket, name);
  });
  return `127.0.0.1:${root.port}`;
}

/** IANA's bootstrap files, without any RDAP server. */
async function serveBootstrap(): Promise<string> {
  const body = JSON.stringify({ version: '1.0', publication: '2026-11-20T10:00:00Z', services: [] });
  const files = await startMaliciousWebServer((socket) =>
    reply(socket, { headers: { 'Content-Type': 'application/json' }, body }),
  );
  return `http://127.0.0.1:${files.port}/`;
}

const tls = await startTlsLab();
async function stop(): Promise<never> {
  await tls.stop();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.stdin.on('close', stop).resume();

const { ecdsa } = await tls.serve(['ecdsa']);
const addresses: TargetAddresses = {
  resolver: await serveResolver(answerFor),
  whois: await serveWhois(),
  bootstrap: await serveBootstrap(),
  caFile: tls.caFile,
  tlsPort: await listen((socket) => {
    const server = connect(ecdsa.port, '127.0.0.1');
    server.on('error', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  }),
  silentPort: await listen(silent),
};
await Promise.all(transferServers.map((host) => listen(transferEndlessZone, host, DNS_PORT)));
process.stdout.write(`${JSON.stringify(addresses)}\n`);
