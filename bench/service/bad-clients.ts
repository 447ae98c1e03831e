import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One visit of a client; it ends when the signal fires, if not earlier. */
export type Visit = (address: string, path: string, signal: AbortSignal) => Promise<void>;

/** Misbehaving clients, by name. */
export const badClients: Readonly<Record<string, Visit>> = {
  'leaves early': async (address, path, signal) => {
    const gone = AbortSignal.any([signal, soon()]);
    await fetch(`${address}${path}`, { signal: gone }).then((response) => response.text());
  },
  'leaves a stream early': async (address, path, signal) => {
    const gone = AbortSignal.any([signal, soon()]);
    await fetch(`${address}${path}`, { signal: gone, headers: { accept: 'text/event-stream' } }).then((response) =>
      response.text(),
    );
  },
  'sends slowly and breaks off': (address, path, signal) =>
    onSocket(address, signal, async (socket) => {
      for (const character of `GET ${path} HTTP/1.1\r\n`) {
        socket.write(character);
        await wait(20, undefined, { signal });
      }
      socket.resetAndDestroy();
    }),
  'connects and says nothing': (address, _path, signal) =>
    onSocket(address, signal, () => wait(6_000, undefined, { signal })),
  'asks and does not read': (address, path, signal) =>
    onSocket(address, signal, async (socket) => {
      socket.pause();
      for (let index = 0; index < 20; index += 1) socket.write(request(path));
      await wait(2_000, undefined, { signal });
    }),
  'closes its half': (address, path, signal) =>
    onSocket(address, signal, async (socket) => {
      socket.resume().end(request(path));
      await once(socket, 'close', { signal });
    }),
  'asks twenty times at once and leaves': (address, path, signal) =>
    onSocket(address, signal, async (socket) => {
      socket.write(request(path).repeat(20));
      await wait(10, undefined, { signal });
      socket.destroy();
    }),
  'speaks no HTTP': (address, _path, signal) =>
    onSocket(address, signal, async (socket) => {
      socket.resume().write('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n');
      await once(socket, 'close', { signal });
    }),
  'asks nonsense': async (address, _path, signal) => {
    const nonsense = ['%ff', '%00', '-f', '__proto__', 'a'.repeat(5000), '127.0.0.1', 'localhost', '%0d%0aX:y'];
    for (const text of nonsense) {
      const response = await fetch(`${address}/api/v2/dnsRecords?domain=${text}`, { signal });
      await response.text();
      if (response.status < 400 || response.status >= 500) throw new Error(`${text} was answered ${response.status}`);
    }
  },
};

const soon = () => AbortSignal.timeout(Math.ceil(Math.random() * 60));

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function onSocket(address: string, signal: AbortSignal, visit: (socket: Socket) => Promise<unknown>) {
  const { hostname: host, port } = new URL(address);
  const socket = connect({ host, port: Number(port) });
  // What happens to the connection is up to the server, and is what is measured.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal });
    await visit(socket);
  } finally {
    socket.destroy();
  }
}
