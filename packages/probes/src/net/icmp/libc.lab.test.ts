import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { encodeSocketAddress } from '../../protocols/socket-message/socket-address.ts';
import { openLibc } from './libc.ts';

/** AF_INET; SOCK_DGRAM with SOCK_NONBLOCK and SOCK_CLOEXEC. */
const [INET, DATAGRAM] = [2, 0x80802];
const MSG_DONTWAIT = 0x40;
const DATAGRAMS = 200;

/** How often a watched socket calls back for 200 datagrams, one a millisecond, and after how long for a single one. */
async function callsOf(restMs: number) {
  const libc = await openLibc();
  const peer = createSocket('udp4').bind(0, '127.0.0.1');
  await once(peer, 'listening');
  const fd = libc.socket(INET, DATAGRAM, 0);
  libc.send(fd, Uint8Array.of(1), encodeSocketAddress(Uint8Array.of(127, 0, 0, 1), peer.address().port));
  const [, { port }] = (await once(peer, 'message')) as [unknown, { port: number }];
  let calls = 0;
  let read = 0;
  const stop = libc.watch(
    fd,
    () => {
      calls += 1;
      while (typeof libc.receive(fd, MSG_DONTWAIT) !== 'number') read += 1;
    },
    { restMs },
  );
  // An unreferenced watcher: the timer keeps the process busy.
  peer.send(Uint8Array.of(1), port);
  const startedAtMs = performance.now();
  await vi.waitFor(() => expect(read).toBe(1), { interval: 1 });
  const firstAfterMs = performance.now() - startedAtMs;
  for (let sent = 0; sent < DATAGRAMS; sent += 1) {
    peer.send(Uint8Array.of(1), port);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await vi.waitFor(() => expect(read).toBe(DATAGRAMS + 1));
  stop();
  libc.close(fd);
  peer.close();
  return { calls, firstAfterMs };
}

test('while many messages arrive, they are read together; the first one is read at once', async () => {
  const together = await callsOf(500);
  expect(together.calls).toBeLessThan(10);
  expect(together.firstAfterMs).toBeLessThan(250);
  expect((await callsOf(0)).calls).toBeGreaterThan(10);
});
