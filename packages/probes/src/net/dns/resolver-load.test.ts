import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { resolverStage } from '../../testing/resolver-stage.ts';
import { reasonOf, replyTo } from '../../testing/scripted-dns-server.ts';
import { createResolver } from './resolver.ts';

const A = 1;
const never = new AbortController().signal;

const { stage, resolverOf } = resolverStage();

describe('many questions at once', () => {
  it('share a few sockets, each question with its own id', async () => {
    const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
    // On a busy machine, a second attempt would be counted as a question.
    const resolver = resolverOf([server], { headStartsMs: [10_000], totalTimeoutMs: 10_000 });
    await Promise.all(
      Array.from({ length: 41 }, (_, type) => resolver.ask({ name: 'a.example', type: type + 1 }, never)),
    );
    const perPort = new Map<number, Set<number>>();
    for (const { clientPort, bytes } of server.queries) {
      perPort.set(clientPort, (perPort.get(clientPort) ?? new Set()).add(bytes.readUInt16BE(0)));
    }
    const sizes = [...perPort.values()].map(({ size }) => size);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(41);
    expect(Math.max(...sizes)).toBe(16);
    expect(sizes.length).toBeLessThan(10);
  });

  it('use different ports each time', async () => {
    const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
    const resolver = resolverOf([server]);
    for (let round = 0; round < 5; round += 1) await resolver.ask({ name: 'a.example', type: A }, never);
    expect(new Set(server.queries.map(({ clientPort }) => clientPort)).size).toBeGreaterThan(3);
  });

  it('are limited to 512 in flight; the others follow', async () => {
    const held: (() => void)[] = [];
    let isFull = () => {};
    const full = new Promise<void>((resolve) => {
      isFull = resolve;
    });
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        const answer = () => reply(replyTo(bytes));
        if (bytes.includes('marker')) return answer();
        held.push(answer);
        if (held.length === 512) isFull();
        if (held.length > 512) answer();
      },
    });
    const slow = { headStartsMs: [10_000], totalTimeoutMs: 10_000 };
    const resolver = resolverOf([server], slow);
    const all = Array.from({ length: 600 }, () => resolver.ask({ name: 'a.example', type: A }, never));
    await full;
    // Anything sent for the aborted question would arrive before this one.
    await resolverOf([server], slow).ask({ name: 'marker.example', type: A }, never);
    expect(held).toHaveLength(512);
    for (const answer of held.slice(0, 512)) answer();
    await Promise.all(all);
    expect(held).toHaveLength(600);
  });
});

describe('aborting', () => {
  it.each([
    ['by UDP', {}],
    ['by TCP', { tcp: () => {} }],
  ] as const)('%s rejects at once with the reason', async (_, extra) => {
    const caller = new AbortController();
    const reason = new Error('enough');
    let abortedAtMs = 0;
    const giveUp = () => {
      abortedAtMs = performance.now();
      caller.abort(reason);
    };
    const isByTcp = 'tcp' in extra;
    const server = await stage.serve({
      udp: ({ bytes, reply }) => (isByTcp ? reply(replyTo(bytes, { isTruncated: true })) : giveUp()),
      ...(isByTcp && { tcp: giveUp }),
    });
    const resolver = resolverOf([server], {});
    await expect(resolver.ask({ name: 'a.example', type: A }, caller.signal)).rejects.toBe(reason);
    expect(performance.now() - abortedAtMs).toBeLessThan(1000);
  });

  it('before the question is sent, sends nothing', async () => {
    const server = await stage.serve({});
    await expect(resolverOf([server]).ask({ name: 'a.example', type: A }, AbortSignal.abort('no'))).rejects.toBe('no');
    expect(server.queries).toHaveLength(0);
  });

  it('while waiting for a slot, leaves the queue', async () => {
    const caller = new AbortController();
    const server = await stage.serve({});
    const resolver = resolverOf([server], { headStartsMs: [10_000], totalTimeoutMs: 10_000 });
    const all = Array.from({ length: 257 }, () => resolver.ask({ name: 'a.example', type: A }, caller.signal));
    const outcome = Promise.allSettled(all);
    caller.abort('enough');
    expect((await outcome).every((one) => one.status === 'rejected' && one.reason === 'enough')).toBe(true);
  });

  it('closing the resolver ends questions in flight', async () => {
    const server = createSocket('udp4');
    stage.own(server);
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const resolver = createResolver([server.address()]);
    const asked = reasonOf(resolver.ask({ name: 'a.example', type: A }, never));
    await once(server, 'message');
    resolver.close();
    expect(await asked).toBe('unreachable');
  });
});
