import { execFile } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tools } from '@sonde/contract';
import { freePort } from '@sonde/lab';
import { createIdentity } from '@sonde/service/places/identity';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AnnouncedProcess, startAnnounced } from '../../../../lab/src/announced-process.ts';
import { type ForwardingProxy, startForwardingProxy } from '../testing/forwarding-proxy.ts';
import { type BuiltServer, buildServer } from '../testing/served.ts';
import type { Membership } from './agent-file.ts';
import { stayConnected } from './stay-connected.ts';

// The built server, and many agents in this process that come back as the command does. No lookups are made.
const AGENTS = 300;
const AT_ONCE = 16;
/** All agents of a hub are back within this time, however many they are. */
const BACK_WITHIN_MS = 70_000;
const MOST_IN_A_SECOND = 50;

let server: BuiltServer;
let proxy: ForwardingProxy;
let hub: AnnouncedProcess;
let port = 0;
const leaving = new AbortController();
const agents: Promise<void>[] = [];

const startHub = () =>
  startAnnounced(process.execPath, [server.path], {
    on: 'stderr',
    line: /is ready: (\S+)/,
    env: { ...variables(), PORT: String(port), HOST: '127.0.0.1' },
  });
const variables = () => ({
  ...server.env,
  ...{ SONDE_PLACES: 'on', SONDE_RATE_LIMIT: 'off', SONDE_TRUST_PROXY: '127.0.0.1', SONDE_RESOLVERS: '127.0.0.1:9' },
});

/** Adds places as their operator does, and returns the codes with which their agents join. */
async function addPlaces(): Promise<string[]> {
  const call = `import { runPlaces } from ${JSON.stringify(join(server.path, '../places-program.js'))};
const nowhere = { city: null, country: null, asn: null, latitude: null, longitude: null };
for (let at = 0; at < ${AGENTS}; at += 1) {
  const place = { id: 'p' + at, name: 'P' + at, ...nowhere, confirmsItself: true };
  const { said } = await runPlaces({ action: 'add', place }, process.env);
  console.log(said[0]?.split(': ').at(-1));
}`;
  const script = join(server.path, '../add-places.mjs');
  await writeFile(script, call);
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: variables() });
  return stdout.trim().split('\n');
}

async function joinAs(code: string): Promise<Membership> {
  const identity = createIdentity();
  const response = await fetch(`${proxy.url}/api/agents/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ code, publicKey: identity.publicKey }),
  });
  const { _data: joined } = (await response.json()) as { _data: { id: string; hub: string } };
  return { url: proxy.url, hub: joined.hub, place: joined.id, identity };
}

const never = () => Promise.reject(new Error('Nothing is looked up here.'));
const service = { tools: [tools.dns], check: () => ({ query: {} }), plan: never, answer: never };

function start(membership: Membership): void {
  const read = async () => membership;
  const parts = { service, families: ['ipv4'], signal: leaving.signal, read } as unknown as Parameters<
    typeof stayConnected
  >[0];
  agents.push(stayConnected(parts, () => {}));
}

const allOnline = () =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${proxy.url}/api/v2/places`);
      const { _data } = (await response.json()) as { _data: { places: { state: string }[] } };
      expect(_data.places.filter(({ state }) => state === 'online')).toHaveLength(AGENTS);
    },
    { timeout: BACK_WITHIN_MS, interval: 500 },
  );

/** The most that come within any second. */
function mostInASecond(atMs: readonly number[]): number {
  return Math.max(...atMs.map((first) => atMs.filter((ms) => ms >= first && ms < first + 1_000).length));
}

beforeAll(async () => {
  [server, port] = await Promise.all([buildServer(), freePort()]);
  const codes = await addPlaces();
  proxy = await startForwardingProxy(port);
  hub = await startHub();
  const members: Membership[] = [];
  for (let first = 0; first < codes.length; first += AT_ONCE)
    members.push(...(await Promise.all(codes.slice(first, first + AT_ONCE).map(joinAs))));
  setMaxListeners(0, leaving.signal);
  // Only now: each is told how many others there are.
  for (const membership of members) start(membership);
  await allOnline();
}, 300_000);
afterAll(async () => {
  leaving.abort(new Error('The test has ended.'));
  await Promise.all(agents);
  await hub?.stop();
  proxy?.stop();
  await server?.remove();
});

it('all agents of a hub that was killed come back, and few at once', async () => {
  await hub.stop('SIGKILL');
  const killedAtMs = performance.now();
  hub = await startHub();
  await allOnline();
  const back = proxy.passedAtMs.filter((ms) => ms > killedAtMs);
  expect(back.length).toBeGreaterThanOrEqual(AGENTS);
  expect(mostInASecond(back)).toBeLessThanOrEqual(MOST_IN_A_SECOND);
}, 120_000);
