import { tools } from '@sonde/contract';
import { answersAddress, scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import { SESSION_REVISIONS, STATELESS } from '@sonde/service/mcp/revisions';
import { eventually } from '@sonde/service/testing/eventually';
import { mcpClient, saidIn } from '@sonde/service/testing/mcp-client';
import { beforeAll, expect, it } from 'vitest';
import { connected, mcpServer, TOKEN } from '../testing/mcp-server.ts';

// The client may have to be installed first.
beforeAll(() => mcpClient(), 120_000);

const server = (net = scriptedResolver(answersAddress).net) => mcpServer(net);

/** The report, changes since a kept result, and five tools for lists. */
const OTHERS = 7;
const revisions = [STATELESS, ...SESSION_REVISIONS];

it.each(revisions)('the official client of revision %s lists, calls and is refused', async (revision) => {
  const client = await connected(await server(), TOKEN, revision);
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  expect((await client.listTools()).tools.length).toBe(Object.keys(tools).length + OTHERS);
  const result = await client.callTool({ name: 'sonde_dns', arguments: { domain: 'a.example' } });
  expect(saidIn(result)).toMatchObject({ tool: 'dns', verdict: expect.any(String), answer: { domain: 'a.example' } });
  await expect(client.callTool({ name: 'sonde_shell', arguments: {} })).rejects.toThrow('There is no such tool.');
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  await expect(client.readResource({ uri: 'sonde://r/none' })).rejects.toThrow('There is no such resource.');
});

it('a request without a session ends its lookup when the client leaves', async () => {
  const signals: AbortSignal[] = [];
  const client = await connected(await server(scriptedResolver(silent(signals)).net), TOKEN, STATELESS);
  const stop = new AbortController();
  const calling = client
    .callTool({ name: 'sonde_dns', arguments: { domain: 'slow.example' } }, { signal: stop.signal })
    .catch((error: Error) => error.message);
  await eventually(() => expect(signals.length).toBeGreaterThan(0));
  stop.abort('not needed');
  expect(await calling).toContain('not needed');
  await eventually(() => expect(signals.every(({ aborted }) => aborted)).toBe(true));
});

const META = { 'io.modelcontextprotocol/protocolVersion': STATELESS, 'io.modelcontextprotocol/clientCapabilities': {} };
const FIELDS = { 'mcp-protocol-version': STATELESS, 'mcp-method': 'tools/call', 'mcp-name': 'sonde_mac' };
const MAC = { name: 'sonde_mac', arguments: { mac: '00-00-5E-00-53-01' } };

it.each<[string, number, number | null, Record<string, string | undefined>, object, string?]>([
  ['all fields', 200, null, {}, META],
  ['a name in Base64', 200, null, { 'mcp-name': `=?base64?${btoa('sonde_mac')}?=` }, META],
  ['a session that no longer exists', 200, null, { 'mcp-session-id': 'of-yesterday' }, META],
  ['no revision in a header field', 400, -32_020, { 'mcp-protocol-version': undefined }, META],
  ['another revision in a header field', 400, -32_020, { 'mcp-protocol-version': '2025-11-25' }, META],
  ['no revision in the message', 400, -32_020, {}, {}],
  ['another method in a header field', 400, -32_020, { 'mcp-method': 'tools/list' }, META],
  ['no method in a header field', 400, -32_020, { 'mcp-method': undefined }, META],
  ['another name in a header field', 400, -32_020, { 'mcp-name': 'sonde_dns' }, META],
  ['no name in a header field', 400, -32_020, { 'mcp-name': undefined }, META],
  ['a method of sessions', 404, -32_601, { 'mcp-method': 'ping' }, META, 'ping'],
  ['no capabilities', 200, -32_602, {}, { 'io.modelcontextprotocol/protocolVersion': STATELESS }],
])('a request without a session, with %s: %i', async (_name, status, code, headers, meta, method = 'tools/call') => {
  const given = Object.entries({
    ...{ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...{ ...FIELDS, ...headers },
  }).filter((one): one is [string, string] => one[1] !== undefined);
  const response = await fetch(`${await server()}/mcp`, {
    method: 'POST',
    headers: given,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...MAC, _meta: meta } }),
  });
  expect([response.status, response.headers.get('mcp-session-id')]).toEqual([status, null]);
  const said = await response.json();
  if (code !== null) expect(said).toMatchObject({ id: 1, error: { code } });
  else expect(said.result).toMatchObject({ resultType: 'complete', isError: false });
});

it('a revision that is not spoken is refused with those that are', async () => {
  const response = await fetch(`${await server()}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      'mcp-protocol-version': '2099-01-01',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 'a', method: 'server/discover' },
      params: { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
    }),
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      ...{ jsonrpc: '2.0', id: 'a' },
      error: {
        ...{ code: -32_022, message: 'Unsupported protocol version' },
        data: { supported: [STATELESS], requested: '2099-01-01' },
      },
    },
  ]);
});
