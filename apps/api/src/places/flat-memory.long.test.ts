import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AnyTool } from '@sonde/contract';
import { createAgentSession } from '@sonde/service/places/agent';
import { createAgentPace } from '@sonde/service/places/agent-pace';
import { createHub } from '@sonde/service/places/hub';
import { createIdentity } from '@sonde/service/places/identity';
import { linkOver } from '@sonde/service/places/link';
import { AGENT_PROTOCOL } from '@sonde/service/places/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { echo, echoService } from '../testing/places.ts';
import { createAgentSockets, serveSocket } from './agent-socket.ts';

const HOUR_MS = 3_600_000;
/** Connections, an hour apart, and the lookups of each. */
const WARM = 36;
const HOURS = 48;
const LOOKUPS = 100;
/** Of these lookups, every so manieth is cancelled, and another one fails. */
const SOME = 10;
/** Bytes: far less than what is known of one lookup, or the socket of one connection in two. */
const MOST_GROWTH = HOURS * LOOKUPS * 64;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are in use after everything that can be collected was. */
async function heapAtRest(): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < 4; time += 1) {
    // Objects of sockets are released by callbacks.
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}

const descriptors = () => readdirSync('/proc/self/fd').length;

/** A hub and an agent whose clock the test sets, and which connect to each other by WebSocket. */
async function pair() {
  const [identity, hubId] = [createIdentity(), 'a'.repeat(64)];
  let clockMs = 0;
  const now = () => clockMs;
  const hub = createHub({
    ...{ hub: hubId, tools: [echo as AnyTool], limits: { jobs: 20, perMinute: 1_000 }, now, log: () => {} },
    find: async () => ({ id: 'fra', name: 'FRA', publicKey: identity.publicKey, among: 1 }),
  });
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = createAgentSockets();
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (accepted) => serveSocket(accepted, hub)),
  );
  await once(server, 'listening');
  onTestFinished(() => {
    hub.close();
    server.close();
  });
  const service = echoService('there', async ({ report }) => {
    report({ left: 1 });
    return { host: 'a.example', here: 'x'.repeat(2_000), gaps: [] };
  });
  const pace = createAgentPace({ jobs: 20, perMinute: 1_000 }, now);
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/agents/connect`;
  async function connect(): Promise<() => Promise<void>> {
    const socket = new WebSocket(url, [AGENT_PROTOCOL], { perMessageDeflate: false });
    const ended = once(socket, 'close');
    await new Promise<void>((onWelcome) => {
      const agent = {
        service,
        identity,
        hub: hubId,
        families: ['ipv4'] as const,
        pace,
        now,
        onWelcome: () => onWelcome(),
        onComeBack: () => {},
      };
      const session = createAgentSession(linkOver(socket), agent);
      socket.on('message', (data) => session.received(String(data)));
      socket.once('close', session.closed);
    });
    return async () => {
      socket.close();
      await ended;
    };
  }
  const pass = (ms: number) => {
    clockMs += ms;
  };
  return { hub, connect, pass };
}

it('hub and agent keep nothing of lookups that have ended, nor of connections, over days', async () => {
  const { hub, connect, pass } = await pair();
  let answered = 0;
  async function look(number: number): Promise<void> {
    const leaving = new AbortController();
    const host = number % SOME === 1 ? 'denied.example' : 'a.example';
    const asked = hub.ask('fra', {
      ...{ tool: echo as AnyTool, query: { host }, deadlineMs: 5_000, signal: leaving.signal },
      onPart: () => {},
    });
    if (number % SOME === 0) leaving.abort(new Error('The caller has left.'));
    const outcome = await asked.catch(() => null);
    if (outcome?.state === 'answer') answered += 1;
    pass(1_000);
  }
  async function live(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour += 1) {
      const end = await connect();
      for (let number = 0; number < LOOKUPS; number += 1) await look(number);
      await end();
      pass(HOUR_MS);
    }
  }
  await live(WARM);
  const before = { heap: await heapAtRest(), open: descriptors() };
  await live(HOURS);
  const grown = (await heapAtRest()) - before.heap;
  expect(answered).toBe((WARM + HOURS) * LOOKUPS * (1 - 2 / SOME));
  expect(grown).toBeLessThan(MOST_GROWTH);
  expect(descriptors()).toBeLessThanOrEqual(before.open + 2);
});
