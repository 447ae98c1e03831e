import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net';
import { createHub } from '@sonde/service/places/hub';
import { createIdentity } from '@sonde/service/places/identity';
import { eventually } from '@sonde/service/testing/eventually';
import { expect, it, onTestFinished } from 'vitest';
import { connectAgent, echoService, rawAgent } from '../testing/places.ts';
import { createAgentSockets, serveSocket } from './agent-socket.ts';

const HUB = 'a'.repeat(64);

/** A hub with other times than those of the protocol, at which one agent is enrolled. */
async function hubWith(
  times: { handshakeMs: number; heartbeatMs: number; silentMs: number },
  now = () => performance.now(),
) {
  const identity = createIdentity();
  const events: string[] = [];
  const { tools } = echoService('self');
  const hub = createHub({
    ...{ hub: HUB, tools, times, now },
    find: async (agent) =>
      agent === identity.agent ? { id: 'fra', name: 'FRA', publicKey: identity.publicKey, among: 1 } : null,
    log: (place, event) => events.push(`${place}: ${event}`),
  });
  const server = createServer();
  const sockets = createAgentSockets();
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (accepted) => serveSocket(accepted, hub)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    hub.close();
    server.close();
  });
  return { hub, events, membership: { identity, hub: HUB }, port: (server.address() as AddressInfo).port };
}

/** A proxy that cuts connections on which nothing was sent for a while, in either direction. */
async function cuttingProxy(port: number, idleMs: number): Promise<string> {
  const open = new Set<Socket>();
  const proxy = createProxy((client) => {
    const behind = connect(port, '127.0.0.1');
    const cut = () => {
      client.destroy();
      behind.destroy();
    };
    let idle = setTimeout(cut, idleMs);
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => {
        idle = idle.refresh();
        to.write(chunk);
      });
      from.on('error', cut).on('close', () => {
        clearTimeout(idle);
        cut();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

it('a stranger that says nothing, or says it slowly, is disconnected when the handshake should be over', async () => {
  const { port } = await hubWith({ handshakeMs: 300, heartbeatMs: 100, silentMs: 60_000 });
  const url = `http://127.0.0.1:${port}`;
  const silent = await rawAgent({ url });
  const slow = await rawAgent({ url });
  // One octet at a time, each in a fragment of its own: what comes is no whole text.
  const dripping = setInterval(() => slow.socket.send('{', { fin: false }), 20);
  onTestFinished(() => clearInterval(dripping));
  for (const { closed } of [silent, slow])
    expect(await closed).toEqual({ code: 1008, reason: 'hello did not come in time.' });
});

it('at most 64 strangers are connected at once: a further one ends one that had its time, and an agent takes no place of theirs', async () => {
  let nowMs = 0;
  const patient = { handshakeMs: 60_000, heartbeatMs: 60_000, silentMs: 60_000 };
  const { port, membership, hub } = await hubWith(patient, () => nowMs);
  const url = `http://127.0.0.1:${port}`;
  const strangers: Awaited<ReturnType<typeof rawAgent>>[] = [];
  for (let opened = 0; opened < 64; opened += 1) strangers.push(await rawAgent({ url }));
  await eventually(() => expect(strangers.every(({ frames }) => frames.length === 1)).toBe(true));
  const early = await rawAgent({ url });
  expect(await early.closed).toEqual({ code: 1008, reason: 'Too many connections. Try again later.' });
  nowMs = 1_000;
  await (await connectAgent({ url }, membership)).welcome;
  expect(await strangers[0]?.closed).toEqual({ code: 1008, reason: 'Too many connections. Try again later.' });
  // Known, the agent takes none of these places: the next one is free, and only the one after it ends a connection.
  await rawAgent({ url });
  await rawAgent({ url });
  expect(await strangers[1]?.closed).toMatchObject({ code: 1008 });
  expect(strangers[2]?.socket.readyState).toBe(1);
  expect(hub.presence('fra')).not.toBeNull();
});

it('an agent that cannot be heard any more is offline, also if its connection stays open', async () => {
  const { hub, events, membership, port } = await hubWith({ handshakeMs: 30_000, heartbeatMs: 1_000, silentMs: 1_500 });
  const agent = await connectAgent({ url: `http://127.0.0.1:${port}` }, membership);
  await agent.welcome;
  // It reads nothing more, and so answers no heartbeat, as after its cable was pulled.
  agent.socket.pause();
  await eventually(() => expect(hub.presence('fra')).toBeNull());
  expect(events.at(-1)).toBe('fra: disconnected');
});

it('heartbeats keep a connection open through a proxy that cuts idle ones', async () => {
  const { hub, membership, port } = await hubWith({ handshakeMs: 30_000, heartbeatMs: 1_000, silentMs: 60_000 });
  const agent = await connectAgent({ url: await cuttingProxy(port, 2_500) }, membership);
  await agent.welcome;
  let heartbeats = 0;
  agent.socket.on('ping', () => {
    heartbeats += 1;
  });
  await eventually(() => expect(heartbeats).toBe(4));
  expect(hub.presence('fra')).not.toBeNull();
});

it('both sides notice that a proxy has cut the connection', async () => {
  const { hub, membership, port } = await hubWith({ handshakeMs: 10_000, heartbeatMs: 60_000, silentMs: 60_000 });
  const agent = await connectAgent({ url: await cuttingProxy(port, 300) }, membership);
  await agent.welcome;
  await agent.closed;
  await eventually(() => expect(hub.presence('fra')).toBeNull());
});
