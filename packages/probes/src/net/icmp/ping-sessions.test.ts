import { setMaxListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { type GuardedAddress, NetFailure, type PingEvent, type PingListener } from '../net.ts';
import type { PingEngines } from './engines.ts';
import { EngineBroken, type PingEngine, type Report } from './ping-engine.ts';
import { createPingSessions } from './ping-sessions.ts';

const at = (address: string): GuardedAddress => ({ address, family: 4 });
const plan = { count: 5, intervalMs: 1000, replyTimeoutMs: 2000 };
const never = new AbortController().signal;
// Two hundred pings listen on it.
setMaxListeners(0, never);

interface Run {
  readonly report: Report;
  readonly signal: AbortSignal;
  end(): void;
  fail(error: unknown): void;
}

function scriptedEngine(method: PingEngine['method'] = 'icmp') {
  const runs: Run[] = [];
  const engine: PingEngine = {
    method,
    name: method,
    run: (_address, _plan, report, signal) =>
      new Promise((resolve, reject) => {
        runs.push({ report, signal, end: resolve, fail: reject });
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    close: vi.fn(),
  };
  const run = (index: number) =>
    vi.waitFor(() => runs[index] ?? Promise.reject(new Error(`no run ${index} yet`)), { timeout: 5000 });
  return { engine, run, runs };
}

function only(...engines: PingEngine[]): PingEngines & { readonly left: PingEngine[] } {
  const left: PingEngine[] = [];
  return {
    left,
    best: async () => engines.find((engine) => !left.includes(engine)) ?? null,
    leave: (_family, engine) => void left.push(engine),
    close: () => {},
  };
}

function listener() {
  const events: string[] = [];
  const one: PingListener = {
    onSession: ({ address, method }) => events.push(`${address.address} by ${method}`),
    onEvent: ({ kind, seq }: PingEvent) => events.push(`${kind} ${seq}`),
  };
  return { one, events };
}

describe('equal pings', () => {
  test('share one session, and a listener that joins later receives the earlier events', async () => {
    const { engine, run, runs } = scriptedEngine();
    const sessions = createPingSessions(only(engine));
    const [first, second] = [listener(), listener()];
    const joined = [sessions.join(at('45.90.11.2'), plan, first.one, never)];
    const { report, end } = await run(0);
    report({ kind: 'sent', seq: 1 });
    joined.push(sessions.join(at('45.90.11.2'), plan, second.one, never));
    report({ kind: 'lost', seq: 1 });
    end();
    await Promise.all(joined);
    const all = ['45.90.11.2 by icmp', 'sent 1', 'lost 1'];
    expect([first.events, second.events, runs.length]).toEqual([all, all, 1]);
  });

  test('continue until the last listener leaves, and then stop', async () => {
    const { engine, run } = scriptedEngine();
    const sessions = createPingSessions(only(engine));
    const callers = [new AbortController(), new AbortController()];
    const joined = callers.map(({ signal }) => sessions.join(at('45.90.11.2'), plan, listener().one, signal));
    const { signal } = await run(0);
    callers[0]?.abort(new Error('first gone'));
    await expect(joined[0]).rejects.toThrow('first gone');
    expect(signal.aborted).toBe(false);
    callers[1]?.abort(new Error('second gone'));
    await expect(joined[1]).rejects.toThrow('second gone');
    expect(signal.aborted).toBe(true);
  });

  test('are equal in count, interval and address', async () => {
    const { engine, run, runs } = scriptedEngine();
    const sessions = createPingSessions(only(engine));
    const others = [plan, { ...plan, count: 4 }, { ...plan, intervalMs: 2000 }];
    const joined = others.map((other) => sessions.join(at('45.90.11.2'), other, listener().one, never));
    joined.push(sessions.join(at('45.90.11.3'), plan, listener().one, never));
    for (let index = 0; index < 4; index++) (await run(index)).end();
    await Promise.all(joined);
    expect(runs).toHaveLength(4);
  });
});

describe('an engine that turns out not to work', () => {
  test('is replaced by the next one if nothing was sent yet', async () => {
    const [broken, good] = [scriptedEngine(), scriptedEngine('tcp')];
    const engines = only(broken.engine, good.engine);
    const { one, events } = listener();
    const joined = createPingSessions(engines).join(at('45.90.11.2'), plan, one, never);
    (await broken.run(0)).fail(new EngineBroken('EPERM'));
    const { report, end } = await good.run(0);
    report({ kind: 'sent', seq: 1 });
    end();
    await joined;
    expect([events, engines.left]).toEqual([['45.90.11.2 by tcp', 'sent 1'], [broken.engine]]);
  });

  test('fails the ping if packets were sent: one measurement never mixes two methods', async () => {
    const [broken, good] = [scriptedEngine(), scriptedEngine('tcp')];
    const joined = createPingSessions(only(broken.engine, good.engine)).join(
      at('45.90.11.2'),
      plan,
      listener().one,
      never,
    );
    const { report, fail } = await broken.run(0);
    report({ kind: 'sent', seq: 1 });
    fail(new EngineBroken('EPERM'));
    await expect(joined).rejects.toMatchObject({ reason: 'ping-unavailable' });
  });

  test('fails as ping-unavailable if there is no other one', async () => {
    const joined = createPingSessions(only()).join(at('45.90.11.2'), plan, listener().one, never);
    await expect(joined).rejects.toMatchObject({ reason: 'ping-unavailable' });
  });
});

test('at most two hundred pings run in total, twenty to one network', async () => {
  const { engine, run } = scriptedEngine();
  const sessions = createPingSessions(only(engine));
  const joinAt = (address: string) => sessions.join(at(address), plan, listener().one, never);
  const joined = Array.from({ length: 200 }, (_, index) => joinAt(`45.90.${Math.floor(index / 20)}.${index % 20}`));
  await run(199);
  await expect(joinAt('45.91.1.1')).rejects.toMatchObject({ reason: 'crowded' });
  for (let index = 0; index < 10; index++) (await run(index)).end();
  await Promise.all(joined.slice(0, 10));
  await expect(joinAt('45.90.1.99')).rejects.toMatchObject({ reason: 'crowded' });
  joined.push(joinAt('45.90.0.99'));
  (await run(200)).end();
  await joined[200];
  sessions.close();
  await expect(joined[50]).rejects.toBeInstanceOf(NetFailure);
  await Promise.allSettled(joined);
});
