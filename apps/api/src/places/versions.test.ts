import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type AnyTool, ToolError } from '@sonde/contract';
import type { Toolbox } from '@sonde/service';
import { createIdentity } from '@sonde/service/places/identity';
import { AGENT_PROTOCOL } from '@sonde/service/places/protocol';
import { eventually } from '@sonde/service/testing/eventually';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { connectAgent, ECHO, echo, enrol, placesServer, provedAgent, serviceWith } from '../testing/places.ts';

const first = echo as AnyTool;
const second: AnyTool = { ...first, id: 'second', path: '/api/v2/second' };
/** The same in another version: its parts say more. */
const otherSecond: AnyTool = { ...second, progress: z.object({ left: z.number(), right: z.number() }) };

function toolboxOf(here: string, ...tools: readonly AnyTool[]): Toolbox {
  return {
    tools: Object.fromEntries(tools.map((tool) => [tool.id, tool])),
    check(id, raw) {
      const parsed = first.query.safeParse(raw);
      if (!parsed.success) throw new ToolError('invalid-input', 'No host.');
      return { id, query: parsed.data, key: `${id}?${JSON.stringify(parsed.data)}` };
    },
    measure: async ({ query }) => ({ host: String(query['host']), here, gaps: [] }),
  };
}

/** A hub with these tools, and an agent with those. */
async function meet(hubTools: readonly AnyTool[], agentTools: readonly AnyTool[]) {
  const server = await placesServer({}, { toolbox: toolboxOf('self', ...hubTools) });
  const service = serviceWith(toolboxOf('there', ...agentTools));
  const agent = await connectAgent(server, await enrol(server, 'fra'), { service });
  expect(await agent.welcome).toBe('FRA');
  return server;
}
type Server = Awaited<ReturnType<typeof meet>>;

const stateOf = async ({ read }: Server, tool: string) => {
  const { places } = (await read(`/api/v2/places/${tool}?host=example.com&from=fra`)) as {
    places: { state: string }[];
  };
  return places[0]?.state;
};
const listed = async ({ read }: Server) => ((await read('/api/v2/places')) as { places: object[] }).places[0];

it.each(
  firstOf(1, [
    ['an old agent and a new hub', [first, otherSecond], [first, second]],
    ['a new agent and an old hub', [first, second], [first, otherSecond]],
  ]),
)('%s use the tools on which they agree, and name the others', async (_who, hubTools, agentTools) => {
  const server = await meet(hubTools, agentTools);
  expect(await listed(server)).toMatchObject({ state: 'online', tools: ['echo'] });
  expect(await stateOf(server, 'echo')).toBe('answer');
  expect(await stateOf(server, 'second')).toBe('needs-update');
});

it('an agent with a tool that the hub does not have yet makes lookups of the others', async () => {
  const server = await meet([first], [first, second]);
  expect(await listed(server)).toMatchObject({ state: 'online', tools: ['echo'] });
  expect(await stateOf(server, 'echo')).toBe('answer');
});

inLongSet(it)('an agent that has no tool in the version of its hub is listed as such', async () => {
  const server = await meet([otherSecond], [second]);
  expect(await listed(server)).toMatchObject({ state: 'needs-update', tools: [] });
  expect(await stateOf(server, 'second')).toBe('needs-update');
});

it('a hub ignores kinds of frames and fields that only a newer agent knows', async () => {
  const server = await placesServer();
  const agent = await provedAgent(server, await enrol(server, 'fra'));
  agent.send({ t: 'status', running: 0, load: 0.5 });
  const { job, asked } = await agent.jobAfter(() => server.read(`${ECHO}?host=example.com&from=fra`));
  const data = { host: 'example.com', here: 'there', gaps: [], later: true };
  agent.send({ t: 'answer', job, data, measuredMs: 1, later: true });
  expect(await asked).toMatchObject({ places: [{ state: 'answer', data: { here: 'there' } }] });
  expect(await listed(server)).toMatchObject({ state: 'online' });
});

it('an agent ignores what only a newer hub says, and does without what an older one does not', async () => {
  const hub = 'a'.repeat(64);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => AGENT_PROTOCOL });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const heard: object[] = [];
  const job = { t: 'job', job: '0'.repeat(32), tool: 'echo', query: { host: 'example.com' }, deadlineMs: 5_000 };
  server.on('connection', (socket) => {
    const send = (...frames: object[]) => {
      for (const frame of frames) socket.send(JSON.stringify(frame));
    };
    send({ t: 'challenge', nonce: 'b'.repeat(64), hub, later: true });
    socket.once('message', () =>
      send(
        // Without `comeBackMs`.
        { t: 'welcome', name: 'Old', heartbeatMs: 20_000, jobs: 20, perMinute: 60, later: true },
        { t: 'later', what: 'nobody knows' },
        { ...job, wantsParts: false, later: true },
      ),
    );
    socket.on('message', (data) => heard.push(JSON.parse(String(data)) as object));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const welcomes: object[] = [];
  const onWelcome = (welcome: object) => welcomes.push(welcome);
  await connectAgent({ url }, { identity: createIdentity(), hub }, { onWelcome });
  await eventually(() => expect(heard.at(-1)).toMatchObject({ t: 'answer', job: job.job, data: { here: 'there' } }));
  expect(welcomes).toEqual([{ name: 'Old', comeBackMs: 1_000 }]);
});
