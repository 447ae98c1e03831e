import { expect, test, vi } from 'vitest';
import type { Libc } from '../icmp/libc.ts';
import { type GuardedAddress, NetFailure, type TraceTarget } from '../net.ts';
import { createTraces, type TracesOptions } from './traces.ts';

const EACCES = 13;
const ENETUNREACH = 101;
const never = new AbortController().signal;
const target: TraceTarget = { host: 'a.test', method: 'icmp', port: null, rounds: 1, paths: false, resolveMs: 1000 };
const listener = { onSession: () => {}, onEvent: () => {} };
const ipv4: GuardedAddress = { address: '45.90.11.1', family: 4 };
const ipv6: GuardedAddress = { address: '2a0e:97c0::1', family: 6 };

const now = { seconds: 1, nanoseconds: 0 };

/** System calls for which no packet is ever answered. */
function silentLibc(more: Partial<Libc> = {}): Libc {
  return {
    socket: () => 7,
    setOption: () => true,
    getOption: () => null,
    connect: () => -115,
    send: () => now,
    receive: () => -11,
    now: () => now,
    watch: () => () => {},
    close: () => {},
    ...more,
  };
}

const open = (libc: Libc | Error, more: Partial<TracesOptions> = {}) =>
  createTraces({
    resolve: async () => [ipv4],
    check: () => {},
    showsOwn: false,
    openLibc: async () => {
      if (libc instanceof Error) throw libc;
      return libc;
    },
    ...more,
  });

test.each([
  ['without the C library', new Error('no koffi')],
  ['where no socket may be opened', silentLibc({ socket: () => -EACCES })],
])('%s there is no trace, and nothing else is tried', async (_, libc) => {
  await expect(open(libc).trace(target, listener, never)).rejects.toMatchObject({ reason: 'ping-unavailable' });
});

test('uses the other family if an address has no route', async () => {
  const asked: string[] = [];
  const libc = silentLibc({ send: (_fd, _bytes, address) => (address.length === 16 ? -ENETUNREACH : now) });
  const traces = open(libc, { resolve: async () => [ipv6, ipv4] });
  const controller = new AbortController();
  const tracing = traces.trace(
    target,
    { ...listener, onSession: ({ address }) => void asked.push(address.address) },
    controller.signal,
  );
  await vi.waitUntil(() => asked.length === 2);
  expect(asked).toEqual([ipv4.address, ipv6.address]);
  controller.abort(new NetFailure('timeout', 'left'));
  await expect(tracing).rejects.toThrow('left');
});

test('closes every socket when the client leaves or the network layer closes', async () => {
  let descriptors = 0;
  const libc = silentLibc({
    socket: () => {
      descriptors += 1;
      return descriptors;
    },
    close: () => {
      descriptors -= 1;
    },
  });
  const traces = open(libc);
  const controller = new AbortController();
  const first = traces.trace(target, listener, controller.signal);
  await vi.waitUntil(() => descriptors > 0);
  controller.abort(new NetFailure('timeout', 'left'));
  await expect(first).rejects.toThrow('left');
  await vi.waitUntil(() => descriptors === 0);
  const second = traces.trace(target, listener, never);
  await vi.waitUntil(() => descriptors > 0);
  traces.close();
  await expect(second).rejects.toMatchObject({ reason: 'unreachable' });
  await vi.waitUntil(() => descriptors === 0);
});
