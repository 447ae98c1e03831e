import { createHash } from 'node:crypto';
import type { TokenScope } from '@sonde/contract/tokens';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { type McpClient, mcpClient, saidIn } from '@sonde/service/testing/mcp-client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';

const TYPE_A = 1;
const DNS = '/api/v2/dnsRecords?domain=kept.example';

// The client may have to be installed first.
beforeAll(() => mcpClient(), 120_000);

describe.each(oneAccountStore())('MCP with a member’s token, in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  async function start() {
    let address = '192.0.2.1';
    const asked: string[] = [];
    const { net } = scriptedResolver(async (question) => {
      asked.push(question.name);
      const fields = [address];
      return dnsAnswer(question, {
        records: question.type === TYPE_A ? [{ ...question, ttlSeconds: 60, fields }] : [],
      });
    });
    const clock = { ms: 1_000 };
    const { app, browser } = await serve(
      { SONDE_MCP: 'on', SONDE_RATE_LIMIT: '1000/60s' },
      { net, now: () => clock.ms, drainMs: 0 },
    );
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    async function member() {
      const person = browser();
      await person.signUp(someone());
      const token = async (...scopes: readonly TokenScope[]): Promise<string> =>
        (await person.post('tokens', { name: scopes.join(' '), scopes })).json()._data.token;
      return { token, person };
    }
    async function connected(token: string): Promise<McpClient> {
      const { client, http } = await mcpClient();
      await client.connect(http(`${url}/mcp`, token));
      onTestFinished(() => client.close());
      return client;
    }
    const move = () => {
      address = '192.0.2.2';
      clock.ms += 3_600_000;
    };
    return { app, url, member, connected, asked, move };
  }
  const call = async (client: McpClient, name: string, given: object) =>
    saidIn(await client.callTool({ name, arguments: given }));
  const forbidden = { failure: { code: 'forbidden' } };

  it('requires scopes: for MCP itself, for lists, and for lookups that burden their targets', async () => {
    const { url, member, connected, asked } = await start();
    const { token } = await member();
    const refused = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token('lookups', 'lists')}`, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    expect(refused.status).toBe(403);
    const plain = await connected(await token('mcp'));
    const names = (await plain.listTools()).tools.map(({ name }) => name);
    expect(names.filter((name) => String(name).includes('list_'))).toEqual([]);
    expect(await call(plain, 'sonde_subdomain', { domain: 'a.example' })).toMatchObject(forbidden);
    expect(await call(plain, 'sonde_ssl', { domain: 'a.example', deep: true })).toMatchObject(forbidden);
    expect(asked).toEqual([]);
    expect(await call(plain, 'sonde_dns', { domain: 'a.example' })).toMatchObject({ answer: { gaps: [] } });
    await expect(call(plain, 'sonde_list_status', {})).rejects.toThrow('There is no such tool.');
    const lister = await connected(await token('mcp', 'lists'));
    const heavy = { targets: ['a.example'], tools: ['dns', 'subdomain'] };
    expect(await call(lister, 'sonde_list_start', heavy)).toMatchObject(forbidden);
    const deep = await connected(await token('mcp', 'lists', 'deep'));
    expect(await call(deep, 'sonde_list_start', { ...heavy, dryRun: true })).toMatchObject({
      answer: { id: null, estimate: { lookups: 2 } },
    });
  });

  it('does not share a session between tokens, not even of the same person', async () => {
    const { url, member } = await start();
    const { token } = await member();
    const [strong, weak] = [await token('mcp', 'deep'), await token('mcp')];
    const call = { method: 'tools/call', params: { name: 'sonde_subdomain', arguments: { domain: '?' } } };
    const begin = { method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    const post = (sent: string, session: string | null, message: object = call) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${sent}`, 'content-type': 'application/json' },
          ...(session === null ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      });
    const session = (await post(strong, null, begin)).headers.get('mcp-session-id');
    expect(session).toMatch(/^[\da-f-]{36}$/);
    const first = await post(strong, session);
    expect(JSON.parse((await first.json()).result.content[0].text).failure.code).toBe('invalid-input');
    expect(first.headers.get('mcp-session-id')).toBeNull();
    expect((await post(weak, session)).headers.get('mcp-session-id')).not.toBe(session);
    // Nothing is stored for a client that begins no session.
    expect((await post(strong, null)).headers.get('mcp-session-id')).toBeNull();
  });

  it('can start, watch, read and compare lists; those of other owners do not exist', async () => {
    const { member, connected, move } = await start();
    const [ours, theirs] = [await member(), await member()];
    const client = await connected(await ours.token('mcp', 'lists'));
    const run = async () => {
      const { id } = (await call(client, 'sonde_list_start', { targets: ['a.example', 'b.example'], tools: ['dns'] }))[
        'answer'
      ] as { readonly id: string };
      await eventually(async () =>
        expect(await call(client, 'sonde_list_status', { list: id })).toMatchObject({
          answer: { done: 2, endedAt: expect.any(String) },
        }),
      );
      return id;
    };
    const since = await run();
    move();
    const list = await run();
    expect(await call(client, 'sonde_list_status', {})).toMatchObject({
      answer: { lists: [{ id: list }, { id: since }] },
    });
    expect(await call(client, 'sonde_list_results', { list })).toMatchObject({
      answer: { total: 2, items: [{ target: 'a.example' }, { target: 'b.example' }] },
    });
    expect(await call(client, 'sonde_list_changes', { list, since })).toMatchObject({
      answer: { compared: 2, changed: 2 },
    });
    const other = await connected(await theirs.token('mcp', 'lists'));
    const notFound = { failure: { code: 'not-found' } };
    expect(await call(other, 'sonde_list_stop', { list })).toMatchObject(notFound);
    expect(await call(client, 'sonde_list_stop', { list })).toMatchObject({ answer: { stopped: 0 } });
    expect(await call(other, 'sonde_list_results', { list })).toMatchObject(notFound);
    expect(await call(other, 'sonde_list_changes', { list, since })).toMatchObject(notFound);
    const bad = { targets: ['a.example'], tools: ['dns'], dryrun: true };
    expect(await call(client, 'sonde_list_start', bad)).toMatchObject({ failure: { code: 'invalid-input' } });
    const targets = Array.from({ length: 1_000 }, (_, index) => `${'a'.repeat(60)}.${'b'.repeat(60)}.${index}.example`);
    expect(await call(client, 'sonde_list_start', { targets, tools: ['dns'], dryRun: true })).toMatchObject({
      answer: { estimate: { lookups: 1_000 } },
    });
    await expect(call(client, 'sonde_list_start', { targets: ['c.example'], tools: ['dns'], part: 2 })).rejects.toThrow(
      'one part',
    );
    expect(await call(client, 'sonde_list_status', {})).toMatchObject({
      answer: { lists: [{ id: list }, { id: since }] },
    });
  });

  inLongSet(it)('offers kept results as resources, and compares one with a new measurement', async () => {
    const { app, member, connected, move } = await start();
    const client = await connected(await (await member()).token('mcp'));
    const { body } = await app.inject(DNS);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const { id } = (
      await app.inject({ method: 'POST', url: '/api/v2/snapshots', payload: { key: DNS, sha256 } })
    ).json()._data;
    const [template] = (await client.listResourceTemplates()).resourceTemplates;
    expect(template?.['uriTemplate']).toBe('sonde://r/{id}{?part}');
    const [resource] = (await client.readResource({ uri: `sonde://r/${id}` })).contents;
    expect(JSON.parse(resource?.text ?? '')).toMatchObject({
      ...{ part: 1, parts: 1 },
      content: { snapshot: { id, target: 'kept.example' }, signature: 'valid' },
    });
    for (const uri of [`sonde://r/${id}x`, `sonde://r/${id}?part=0`, 'sonde://r/', 'file:///etc/passwd']) {
      await expect(client.readResource({ uri })).rejects.toThrow('There is no such resource.');
    }
    await expect(client.readResource({ uri: `sonde://r/${id}?part=2` })).rejects.toThrow('The resource has 1 part.');
    const unchanged = await call(client, 'sonde_changes', { snapshot: id });
    expect(unchanged).toMatchObject({ answer: { parts: [{ tool: 'dns', changes: [] }] } });
    move();
    expect(await call(client, 'sonde_changes', { snapshot: id })).toMatchObject({
      answer: {
        snapshot: id,
        parts: [
          { changes: [{ label: 'A records', text: 'New: kept.example 192.0.2.2. Gone: kept.example 192.0.2.1.' }] },
        ],
      },
    });
    expect(await call(client, 'sonde_changes', { snapshot: 'nothing' })).toMatchObject({
      failure: { code: 'not-found' },
    });
  });
});
