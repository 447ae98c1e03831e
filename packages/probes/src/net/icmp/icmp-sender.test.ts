import { describe, expect, test, vi } from 'vitest';
import { encodeSocketAddress } from '../../protocols/socket-message/socket-address.ts';
import type { GuardedAddress } from '../net.ts';
import { createIcmpSender } from './icmp-sender.ts';
import type { Libc, ReceivedMessage } from './libc.ts';
import type { PacketResponse } from './packet-engine.ts';

const MSG_ERRQUEUE = 0x2000;
const EAGAIN = -11;
const empty = new Uint8Array();
const at = (host: number): GuardedAddress => ({ address: `45.90.11.${host}`, family: 4 });
const nothing = () => {};

/** System calls whose results the test determines. */
function scriptedLibc() {
  const sent: Uint8Array[] = [];
  const waiting: { replies: ReceivedMessage[]; errors: (ReceivedMessage | number)[] } = { replies: [], errors: [] };
  const state = { sendResults: [] as number[], isOpen: true, nowMs: 1_000_000, onReadable: (_hasError: boolean) => {} };
  const libc: Libc = {
    socket: () => 7,
    setOption: () => true,
    getOption: () => null,
    connect: () => 0,
    send(_fd, bytes) {
      const result = state.sendResults.shift() ?? 0;
      if (result < 0) return result;
      sent.push(bytes);
      return libc.now();
    },
    receive: (_fd, flags) => (flags & MSG_ERRQUEUE ? waiting.errors.shift() : waiting.replies.shift()) ?? EAGAIN,
    now: () => ({ seconds: Math.floor(state.nowMs / 1000), nanoseconds: (state.nowMs % 1000) * 1e6 }),
    watch(_fd, onReadable) {
      state.onReadable = onReadable;
      return () => {};
    },
    close() {
      state.isOpen = false;
    },
  };
  return { libc, sent, waiting, state };
}

/** The reply to a request, in the form that datagram sockets deliver. */
function replyTo(request: Uint8Array, { type = 0, control = empty } = {}): ReceivedMessage {
  const data = Uint8Array.from(request);
  data[0] = type;
  return { data, control, address: encodeSocketAddress(Uint8Array.of(45, 90, 11, 1)) };
}

const open = (family: 4 | 6 = 4) => {
  const scripted = scriptedLibc();
  return { ...scripted, sender: createIcmpSender(scripted.libc, family, 'datagram') };
};

describe('replies', () => {
  test('are matched by cookie and sequence number until the echo is forgotten', async () => {
    const { sender, sent, waiting, state } = open();
    const responses: PacketResponse[] = [];
    const forget = sender.to(at(1))((response) => responses.push(response));
    sender.to(at(2))(() => expect.fail('this one was not answered'));
    const [request = empty] = sent;
    const forged = Uint8Array.from(request).fill(0, 8, 16);
    waiting.replies.push(replyTo(forged), replyTo(request), replyTo(request, { type: 8 }), replyTo(request));
    state.onReadable(false);
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    expect(responses[0]).toMatchObject({ kind: 'reply', ttl: null });
    forget();
    waiting.replies.push(replyTo(request));
    sender.poll();
    expect(responses).toHaveLength(2);
  });

  test('are timed by the kernel, unless the clock was set meanwhile', () => {
    const { sender, sent, waiting } = open();
    const times: number[] = [];
    sender.to(at(1))((response) => response.kind === 'reply' && times.push(response.timeMs));
    const stamp = (ms: number) => {
      const control = new DataView(new ArrayBuffer(32));
      control.setUint32(0, 32, true);
      control.setInt32(8, 1, true);
      control.setInt32(12, 35, true);
      control.setBigInt64(16, BigInt(Math.floor(ms / 1000)), true);
      control.setBigInt64(24, BigInt(Math.round((ms % 1000) * 1e6)), true);
      return new Uint8Array(control.buffer);
    };
    for (const ms of [1_000_000.25, 990_000, 1_900_000])
      waiting.replies.push(replyTo(sent[0] ?? empty, { control: stamp(ms) }));
    sender.poll();
    expect(times[0]).toBe(0.25);
    // The process clock is monotonic and limits the round trip from above.
    for (const time of times.slice(1)) expect(time).toBeLessThan(10_000);
  });
});

describe('a packet that cannot be sent', () => {
  test('because of another packet’s error is sent again', () => {
    const { sender, sent, state } = open();
    state.sendResults = [-113, -113];
    sender.to(at(1))(nothing);
    expect(sent).toHaveLength(1);
  });

  test('to one address does not affect others; for several addresses in a row, the engine is broken', () => {
    const { sender, state } = open();
    const EPERM = Array<number>(8).fill(-1);
    const attempt = (host: number) => () => sender.to(at(host))(nothing);
    for (const host of [1, 1, 2]) {
      state.sendResults = [...EPERM];
      expect(attempt(host)).toThrow(expect.objectContaining({ reason: 'unreachable' }));
    }
    expect(attempt(3)).not.toThrow();
    for (const host of [1, 2]) {
      state.sendResults = [...EPERM];
      expect(attempt(host)).toThrow(expect.objectContaining({ reason: 'unreachable' }));
    }
    state.sendResults = [...EPERM];
    expect(attempt(4)).toThrow(expect.objectContaining({ name: 'EngineBroken' }));
  });

  test('for lack of buffer space is reported for that packet', async () => {
    const { sender, state } = open();
    state.sendResults = Array<number>(8).fill(-105);
    const responses: PacketResponse[] = [];
    sender.to(at(1))((response) => responses.push(response));
    await vi.waitFor(() =>
      expect(responses).toEqual([{ kind: 'error', meaning: 'Not sent, no room here', router: null }]),
    );
  });

  test('after closing is never sent', () => {
    const { sender, sent, state } = open();
    const send = sender.to(at(1));
    sender.close();
    expect(state.isOpen).toBe(false);
    expect(() => send(nothing)).toThrow(expect.objectContaining({ name: 'EngineBroken' }));
    expect(sent).toEqual([]);
  });
});
