import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type GuardedAddress, NetFailure, type PingEvent } from '../net.ts';
import { createPacer } from './pacer.ts';
import { createPacketEngine, type PacketResponse, type PacketSender } from './packet-engine.ts';
import { EngineBroken } from './ping-engine.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const address: GuardedAddress = { address: '45.90.11.2', family: 4 };
const plan = { count: 2, intervalMs: 1000, replyTimeoutMs: 2000 };

/** Sends nothing; the test determines the response to each packet. */
function scripted(onSend: (index: number) => void = () => {}) {
  const told: ((news: PacketResponse) => void)[] = [];
  const state = { forgotten: 0, onLook: () => {} };
  const sender: PacketSender = {
    method: 'icmp',
    name: 'scripted',
    to: () => (onResponse) => {
      onSend(told.length);
      told.push(onResponse);
      return () => {
        state.forgotten += 1;
      };
    },
    poll: () => state.onLook(),
    close: () => {},
  };
  const events: PingEvent[] = [];
  const caller = new AbortController();
  const engine = createPacketEngine(sender, createPacer());
  const ended = engine.run(address, plan, (event) => events.push(event), caller.signal);
  ended.catch(() => {});
  const reply = (index: number, timeMs: number) => told[index]?.({ kind: 'reply', timeMs, ttl: 60 });
  return { events, ended, caller, told, reply, state };
}

const kinds = (events: readonly PingEvent[]) => events.map(({ kind, seq }) => `${kind} ${seq}`);

describe('a ping', () => {
  test('ends with the last reply, with no packet still pending', async () => {
    const { events, ended, reply, state } = scripted();
    await vi.advanceTimersByTimeAsync(10);
    reply(0, 5);
    await vi.advanceTimersByTimeAsync(1000);
    reply(1, 6);
    await ended;
    expect(events).toEqual([
      { kind: 'sent', seq: 1 },
      { kind: 'reply', seq: 1, timeMs: 5, ttl: 60 },
      { kind: 'sent', seq: 2 },
      { kind: 'reply', seq: 2, timeMs: 6, ttl: 60 },
    ]);
    expect(state.forgotten).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('distinguishes duplicate and late replies from replies', async () => {
    const { events, ended, reply } = scripted();
    await vi.advanceTimersByTimeAsync(10);
    reply(0, 5);
    reply(0, 6);
    await vi.advanceTimersByTimeAsync(1000);
    reply(1, 2500);
    await ended;
    expect(kinds(events)).toEqual(['sent 1', 'reply 1', 'duplicate 1', 'sent 2', 'lost 2', 'late 2']);
  });

  test('reports a reply as late once the packet was given up', async () => {
    const { events, ended, reply, told } = scripted();
    await vi.advanceTimersByTimeAsync(2500);
    reply(0, 2100);
    told[1]?.({ kind: 'error', meaning: 'Host unreachable', router: null });
    await ended;
    expect(kinds(events)).toEqual(['sent 1', 'sent 2', 'lost 1', 'late 1', 'error 2']);
  });

  test('reads once more before giving up a packet, in case a busy process has not read its reply yet', async () => {
    const { events, ended, reply, state } = scripted();
    await vi.advanceTimersByTimeAsync(1500);
    reply(1, 6);
    state.onLook = () => reply(0, 7);
    await vi.advanceTimersByTimeAsync(1000);
    await ended;
    expect(kinds(events)).toEqual(['sent 1', 'sent 2', 'reply 2', 'reply 1']);
  });
});

describe('stops at once', () => {
  test('when the caller aborts', async () => {
    const { ended, caller, events, state } = scripted();
    await vi.advanceTimersByTimeAsync(10);
    caller.abort(new Error('gone'));
    await expect(ended).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(5000);
    expect(kinds(events)).toEqual(['sent 1']);
    expect([state.forgotten, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test('when the caller has already aborted', async () => {
    const engine = createPacketEngine(
      { method: 'icmp', name: '', to: () => expect.fail('nothing is sent'), poll: () => {}, close: () => {} },
      createPacer(),
    );
    await expect(engine.run(address, plan, () => {}, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  test.each([
    ['without a route', new NetFailure('unreachable', 'no route')],
    ['with a socket that does not work', new EngineBroken('EPERM')],
  ])('%s', async (_, error) => {
    const { ended, events } = scripted((index) => {
      if (index === 0) throw error;
    });
    await vi.advanceTimersByTimeAsync(10);
    await expect(ended).rejects.toBe(error);
    expect([events, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
