import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from '@sonde/contract';
import { FROM, isAskedElsewhere } from '@sonde/contract/places/asked-elsewhere';
import { MAX_PLACES_ASKED } from '@sonde/contract/places/places';
import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { type McpClient, mcpClient, saidIn } from '@sonde/service/testing/mcp-client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { connected, mcpServer, TOKEN } from '../testing/mcp-server.ts';
import { connectAgent, ECHO, echoService, enrol, placesServer } from '../testing/places.ts';

// The client may have to be installed first.
beforeAll(() => mcpClient(), 120_000);

const HASH = createHash('sha256').update(TOKEN).digest('hex');
const MCP = { SONDE_MCP: 'on', SONDE_API_TOKENS: `agent:${HASH}` };

/** A server with one place that is connected, one that is not, and a client of MCP. */
async function start(variables: Record<string, string> = {}) {
  const server = await placesServer({ ...MCP, ...variables });
  const agent = await connectAgent(server, await enrol(server, 'fra'));
  await agent.welcome;
  await server.add('ams');
  const client = await connected(server.url);
  return { server, client };
}

const call = async (client: McpClient, given: object, name = 'sonde_echo') =>
  saidIn(await client.callTool({ name, arguments: given }));

const refused = (message: RegExp) => ({ failure: { code: 'invalid-input', message: expect.stringMatching(message) } });

describe('from, by MCP', () => {
  it('asks the places, in words or in full, and lists them', async () => {
    const { server, client } = await start();
    const [echo] = (await client.listTools()).tools.filter(({ name }) => name === 'sonde_echo');
    expect(echo?.['inputSchema']).toMatchObject({ properties: { [FROM]: { type: 'array' } } });
    expect(await call(client, {}, 'sonde_places')).toMatchObject({
      answer: {
        places: [
          { id: 'ams', state: 'unconfirmed' },
          { id: 'fra', state: 'online', tools: ['echo'] },
        ],
      },
    });
    const asked = { host: 'example.com', from: ['self', 'fra', 'ams', 'fra'] };
    expect(await call(client, asked)).toMatchObject({
      tool: 'echo',
      comparison: expect.stringContaining('1 place gave no answer, which is not counted.'),
      places: ['self: Answer', 'fra: Answer', 'ams: Offline; Its agent is not connected.'],
    });
    const full = await call(client, { ...asked, detail: 'full' });
    const byHttp = (await server.read(`${ECHO}?host=example.com&from=self,fra,ams`)) as Record<string, unknown>;
    const { findings, ...answer } = byHttp;
    const withoutTimes = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(/"measuredMs":\d+/g, '"ms":0'));
    expect(withoutTimes(full)).toMatchObject(withoutTimes({ findings, answer }));
    // Without places, the answer is that of the tool alone.
    expect(await call(client, { host: 'example.com', detail: 'full' })).toMatchObject({ answer: { here: 'self' } });
  });

  const mistaken: readonly [string, unknown, RegExp][] = [
    ['too many places', Array.from({ length: MAX_PLACES_ASKED + 1 }, (_, at) => `p${at}`), /at most 64/],
    ['a place that does not exist', ['fra', 'nowhere'], /does not have: nowhere\./],
    ['what is no id', ['../fra'], /ids of places/],
    ['objects', [{ id: 'fra' }], /ids of places/],
    ['nobody', [], /ids of places/],
    ['an object', { 0: 'fra' }, /ids of places/],
    ['null', null, /ids of places/],
  ];

  it('is refused for what are no places of this server', async () => {
    const { client } = await start();
    for (const [what, from, message] of mistaken) {
      expect(await call(client, { host: 'example.com', from }), what).toMatchObject(refused(message));
    }
  });

  inLongSet(it)('pays for each place, from the allowance of the client by HTTP', async () => {
    const { server, client } = await start({
      SONDE_API_TOKENS: `agent:${HASH}:20/600s`,
      SONDE_RATE_LIMIT: '1000/600s',
    });
    const left = async () => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const { headers: said } = await fetch(`${server.url}/api/v2/places`, { headers });
      return Number(said.get('x-ratelimit-remaining'));
    };
    const before = await left();
    await call(client, { host: 'example.com', from: ['fra', 'self', 'ams', 'fra'] });
    // Three places, the message, and the list of places.
    expect(before - (await left())).toBeGreaterThanOrEqual(3);
    for (let calls = 0; calls < 4; calls += 1)
      await call(client, { host: 'example.com', from: ['fra', 'self', 'ams'] });
    expect(await call(client, { host: 'example.com', from: ['fra', 'self', 'ams'] })).toMatchObject({
      failure: { code: 'rate-limited', message: expect.stringContaining('lookup at 3 places costs') },
    });
  });

  inLongSet(it)('shares the four calls at once of a client with HTTP', async () => {
    const server = await placesServer({ ...MCP, SONDE_RATE_LIMIT: '1000/60s' });
    const never = echoService('there', () => new Promise(() => {}));
    await (await connectAgent(server, await enrol(server, 'fra'), { service: never })).welcome;
    const client = await connected(server.url);
    const slow = { host: 'slow.example', from: ['fra'] };
    const headers = { authorization: `Bearer ${TOKEN}` };
    const byHttp = Array.from({ length: 3 }, () =>
      fetch(`${server.url}${ECHO}?host=slow.example&from=fra`, { headers }).then(({ status }) => status),
    );
    const byMcp = Array.from({ length: 3 }, () => call(client, slow));
    const said = await Promise.all([...byHttp, ...byMcp]);
    const isRefused = (one: unknown) => one === 429 || JSON.stringify(one).includes('rate-limited');
    expect(said.filter(isRefused)).toHaveLength(2);
  });

  it('is no argument of tools that contact nobody or burden their targets, and no way to multiply a burden', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonde-mcp-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const variables = { SONDE_PLACES: 'on', SONDE_DATA_DIR: folder };
    const { net, asked } = scriptedResolver(answersAddress);
    const client = await connected(await mcpServer(net, variables));
    const listed = (await client.listTools()).tools.filter((one) => JSON.stringify(one).includes('"from"'));
    const names = Object.values(tools).flatMap((tool) => (isAskedElsewhere(tool) ? `sonde_${tool.id}` : []));
    expect(listed.map(({ name }) => name)).toEqual([...names, 'sonde_list_start']);
    expect(names).not.toContain('sonde_mac');
    for (const [tool, given] of [
      ['mac', { mac: '00-00-5E-00-53-01' }],
      ['subdomain', { domain: 'a.example' }],
    ] as const)
      expect(await call(client, { ...given, from: ['self'] }, `sonde_${tool}`)).toMatchObject(
        refused(/Unknown parameter 'from'/),
      );
    expect(await call(client, { domain: 'a.example', deep: true, from: ['self'] }, 'sonde_ssl')).toMatchObject(
      refused(/burdens its target/),
    );
    expect(asked).toEqual([]);
  });

  it('does not exist where places are off', async () => {
    const server = await placesServer({ ...MCP, SONDE_PLACES: 'off' });
    const client = await connected(server.url);
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).not.toContain('sonde_places');
    expect(JSON.stringify(listed)).not.toContain('"from"');
    expect(await call(client, { host: 'example.com', from: ['self'] })).toMatchObject(
      refused(/Unknown parameter 'from'/),
    );
  });
});
