import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { type AnyTool, defineTool, ToolError } from '@sonde/contract';
import { workLimits } from '@sonde/contract/work-limits';
import { createService, type Measurement, type Toolbox } from '@sonde/service';
import { AGENT_LIMITS, type AgentOptions, type AgentSession, createAgentSession } from '@sonde/service/places/agent';
import { createAgentPace } from '@sonde/service/places/agent-pace';
import { digestsOf } from '@sonde/service/places/digests';
import { type AgentIdentity, createIdentity, signChallenge } from '@sonde/service/places/identity';
import type { PlaceJobLimits } from '@sonde/service/places/place-jobs';
import { AGENT_PROTOCOL } from '@sonde/service/places/protocol';
import { eventually } from '@sonde/service/testing/eventually';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { runPlaces } from '../places-program.ts';
import { testServer } from './test-server.ts';

/** A tool for tests whose answer depends on where it is made; it is never shipped. */
export const echo = defineTool({
  id: 'echo',
  path: '/api/v2/echo',
  title: 'Echo',
  summary: 'Says where it was measured',
  query: z.object({ host: z.string() }),
  target: 'host',
  targetKinds: ['domain'],
  contacts: ['targets'],
  data: z.object({ host: z.string(), here: z.string() }),
  progress: z.object({ left: z.number() }),
  failures: ['timeout', 'unreachable'],
  reasons: ['timeout'],
  freshMs: () => 0,
  recheckMs: 30_000,
  cost: 1,
  capacity: { lookups: 64, perTarget: 64 },
  most: workLimits(),
  deadlineMs: ({ host }) => (host === 'slow.example' ? 300 : 5_000),
  example: { host: 'example.com' },
});

export const ECHO = '/api/v2/places/echo';

/** A toolbox whose only tool says `here`. */
function echoToolbox(here: string, measure?: (measurement: Measurement) => Promise<object>): Toolbox {
  return {
    tools: { echo: echo as AnyTool },
    check(_id, raw) {
      const parsed = echo.query.safeParse(raw);
      if (!parsed.success) throw new ToolError('invalid-input', 'No host.');
      return { id: 'echo', query: parsed.data, key: `echo?${parsed.data.host}` };
    },
    measure: async ({ query }, measurement) => {
      if (measure !== undefined) return measure(measurement);
      measurement.report({ left: 1 });
      return { host: String(query['host']), here, gaps: [] };
    },
  };
}

export const echoService = (here: string, measure?: (measurement: Measurement) => Promise<object>) =>
  serviceWith(echoToolbox(here, measure));

/** A service of an agent with these tools. */
export function serviceWith(toolbox: Toolbox) {
  return createService({
    toolbox,
    now: () => performance.now(),
    rateLimit: null,
    denyTargets: ['denied.example'],
    shared: null,
    onFailure: () => {},
    onMeasured: () => {},
    onMalformed: () => {},
  });
}

const nowhere = { city: null, country: null, asn: null, latitude: null, longitude: null } as const;

/** A server to which agents may connect, listening, with the commands of its operator. */
export async function placesServer(
  variables: Record<string, string> = {},
  dependencies: Parameters<typeof testServer>[1] = { toolbox: echoToolbox('self') },
) {
  const folder = await mkdtemp(joinPath(tmpdir(), 'sonde-places-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { SONDE_PLACES: 'on', SONDE_RATE_LIMIT: 'off', SONDE_DATA_DIR: folder, ...variables };
  const server = await testServer(env, dependencies);
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const operate = (asked: Parameters<typeof runPlaces>[0]) =>
    runPlaces(asked, { ...env, SONDE_RESOLVERS: '127.0.0.1:9', PORT: '0' });
  const add = async (id: string, confirmsItself = true) => {
    const place = { id, name: id.toUpperCase(), ...nowhere, confirmsItself };
    const { said } = await operate({ action: 'add', place });
    return said[0]?.split(': ').at(-1) ?? '';
  };
  const join = (code: string, publicKey: string) =>
    fetch(`${url}/api/agents/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, publicKey }),
    });
  const read = async (path: string) => ((await (await fetch(url + path)).json()) as { _data: unknown })._data;
  return { ...server, url, env, operate, add, join, read };
}

/** The key of an agent, and the hub that it has joined. */
interface Membership {
  readonly identity: AgentIdentity;
  readonly hub: string;
}

type PlacesServer = Awaited<ReturnType<typeof placesServer>>;

/** Adds a place and joins as it. */
export async function enrol(server: PlacesServer, id: string, confirmsItself = true) {
  const identity = createIdentity();
  const response = await server.join(await server.add(id, confirmsItself), identity.publicKey);
  const { _data } = (await response.json()) as { _data: { hub: string } };
  return { identity, hub: _data.hub };
}

/** A connection whose frames the test sends and reads. */
export async function rawAgent({ url }: Pick<PlacesServer, 'url'>, protocols: string[] = [AGENT_PROTOCOL]) {
  const socket = new WebSocket(url.replace('http', 'ws').concat('/api/agents/connect'), protocols);
  onTestFinished(() => socket.terminate());
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data)) as Record<string, unknown>));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  return { socket, frames, closed, send };
}

/** A connection that has proved to be the agent of a place; from then on, the test says what it does. */
export async function provedAgent(
  server: Pick<PlacesServer, 'url'>,
  { identity, hub }: Membership,
  tools: Readonly<Record<string, string>> = digestsOf(echoService('there').tools),
) {
  const peer = await rawAgent(server);
  await eventually(() => expect(peer.frames).toHaveLength(1));
  const nonce = String(peer.frames[0]?.['nonce']);
  const { agent, privateKey } = identity;
  const signature = signChallenge({ hub, nonce, agent }, privateKey);
  peer.send({ t: 'hello', agent, signature, version: '1', tools, families: [] });
  await eventually(() => expect(peer.frames[1]).toMatchObject({ t: 'welcome' }));
  const jobs = () => peer.frames.filter(({ t }) => t === 'job').map(({ job }) => String(job));
  /** The id of the job that comes next, which `ask` causes. */
  const jobAfter = async <Asked>(ask: () => Promise<Asked>): Promise<{ job: string; asked: Promise<Asked> }> => {
    const before = jobs().length;
    const asked = ask();
    await eventually(() => expect(jobs().length).toBeGreaterThan(before));
    return { job: jobs()[before] ?? '', asked };
  };
  return { ...peer, jobAfter };
}

/** Connects an agent as the product does, with this service. */
export async function connectAgent(
  server: Pick<PlacesServer, 'url'>,
  { identity, hub }: Membership,
  { limits = AGENT_LIMITS, ...options }: Partial<AgentOptions> & { readonly limits?: PlaceJobLimits } = {},
) {
  const socket = new WebSocket(server.url.replace('http', 'ws').concat('/api/agents/connect'), [AGENT_PROTOCOL]);
  onTestFinished(() => socket.terminate());
  let session: AgentSession | undefined;
  const closed = new Promise<string>((resolve) => {
    socket.on('close', (_code, reason) => {
      session?.closed();
      resolve(session?.problem ?? String(reason));
    });
  });
  const welcome = new Promise<string>((resolve) => {
    socket.on('open', () => {
      session = createAgentSession(
        {
          get unsentBytes() {
            return socket.bufferedAmount;
          },
          send: (text) => socket.send(text),
          ping: () => socket.ping(),
          close: (code, reason) => socket.close(code, reason),
        },
        {
          service: echoService('there'),
          identity,
          hub,
          families: ['ipv4'],
          pace: createAgentPace(limits, () => performance.now()),
          now: () => performance.now(),
          onWelcome: ({ name }) => resolve(name),
          onComeBack: () => {},
          ...options,
        },
      );
    });
    socket.on('message', (data) => {
      session?.heard();
      session?.received(String(data));
    });
    socket.on('ping', () => session?.heard());
  });
  return { socket, closed, welcome, drain: () => session?.drain() };
}
