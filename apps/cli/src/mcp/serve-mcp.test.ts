import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { SESSION_REVISIONS, STATELESS } from '@sonde/service/mcp/revisions';
import { mcpClient, saidIn } from '@sonde/service/testing/mcp-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstOf } from '../../../../scripts/test/vitest-settings.ts';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';

let command: BuiltCommand;
beforeAll(async () => {
  // The client may have to be installed first.
  await mcpClient();
  command = await buildCommand();
}, 120_000);
afterAll(() => command?.remove());

/** Answers every question with SERVFAIL, half a second later. */
async function startFailingResolver() {
  const socket = createSocket('udp4');
  const timers = new Set<NodeJS.Timeout>();
  socket.on('message', (query, { port, address }) => {
    const reply = Buffer.from(query);
    // The flags of a response that recursion was available for, and RCODE 2 (RFC 1035 section 4.1.1).
    reply.writeUInt16BE(0x8182, 2);
    timers.add(setTimeout(() => socket.send(reply, port, address), 500));
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    endpoint: `127.0.0.1:${socket.address().port}`,
    stop() {
      for (const timer of timers) clearTimeout(timer);
      socket.close();
    },
  };
}

it('the official client asks the built command over standard input and output', async () => {
  const { client, stdio } = await mcpClient();
  // A lookup of names ends with a failure, and the tools that need no network answer all the same.
  const resolver = await startFailingResolver();
  const env = {
    PATH: process.env['PATH'] ?? '',
    SONDE_RESOLVERS: resolver.endpoint,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
  };
  await client.connect(stdio(process.execPath, [command.path, 'mcp'], env));
  try {
    expect((await client.listTools()).tools.length).toBeGreaterThan(9);
    const mac = await client.callTool({ name: 'sonde_mac', arguments: { mac: '00-00-5E-00-53-01' } });
    expect(saidIn(mac)).toMatchObject({ tool: 'mac', answer: { mac: '00:00:5e:00:53:01' } });
    const dns = await client.callTool({ name: 'sonde_dns', arguments: { domain: 'example.com' } });
    expect([dns.isError, saidIn(dns)['failure']]).toEqual([
      true,
      expect.objectContaining({ code: expect.any(String) }),
    ]);
    const parts: string[] = [];
    const targets = ['00-00-5E-00-53-01', 'a.example', 'AS64496'];
    const list = await client.callTool(
      { name: 'sonde_list', arguments: { targets, tools: ['mac', 'dns'] } },
      {
        onprogress: ({ message = '' }) => parts.push(message),
      },
    );
    expect(saidIn(list)['answer']).toMatchObject({
      ...{ lookups: 2, skipped: ['AS64496'] },
      items: [
        { target: '00:00:5e:00:53:01', tool: 'mac', failure: null },
        { target: 'a.example', tool: 'dns' },
      ],
    });
    // The client drops notifications that it reads together with the response; the resolver takes time.
    expect(parts[0]).toBe('1 part of the answer');
    for (const wrong of [
      { targets: ['?'], tools: ['mac'] },
      { targets: [], tools: ['mac'] },
      { targets, tools: ['x'] },
    ]) {
      expect(saidIn(await client.callTool({ name: 'sonde_list', arguments: wrong }))).toMatchObject({
        failure: { code: 'invalid-input', message: expect.any(String) },
      });
    }
    const stop = new AbortController();
    const calling = client
      .callTool(
        { name: 'sonde_list', arguments: { targets: ['a.example'], tools: ['ping', 'whois'] } },
        {
          signal: stop.signal,
        },
      )
      .catch((error: Error) => error.message);
    stop.abort('not needed');
    expect(await calling).toContain('not needed');
    await expect(client.callTool({ name: 'sonde_shell', arguments: {} })).rejects.toThrow('There is no such tool.');
  } finally {
    await client.close();
    resolver.stop();
  }
});

it.each(firstOf(1, [STATELESS, ...SESSION_REVISIONS]))(
  'speaks revision %s over standard input and output',
  async (revision) => {
    const { client, stdio } = await mcpClient(revision);
    await client.connect(stdio(process.execPath, [command.path, 'mcp'], { PATH: process.env['PATH'] ?? '' }));
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      expect((await client.listTools()).tools.length).toBeGreaterThan(9);
      const mac = { name: 'sonde_mac', arguments: { mac: '00-00-5E-00-53-01' } };
      expect(saidIn(await client.callTool(mac))).toMatchObject({
        ...{ tool: 'mac', verdict: expect.any(String) },
        answer: { mac: '00:00:5e:00:53:01' },
      });
      const full = { ...mac, arguments: { ...mac.arguments, detail: 'full' } };
      expect(saidIn(await client.callTool(full))).toMatchObject({ parts: 1, findings: expect.any(Array) });
    } finally {
      await client.close();
    }
  },
);

it('takes no arguments', async () => {
  const { status, stderr } = await command.start(['mcp', 'now']).ended;
  expect([status, stderr]).toEqual([64, expect.stringContaining('mcp takes no arguments')]);
});

it('answers what is no message with an error of JSON-RPC, and goes on', async () => {
  const { status, stdout, stderr } = await command.start(
    ['mcp'],
    {},
    '{"jsonrpc":\n[]\n\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n',
  ).ended;
  const said = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([status, stderr]).toEqual([0, '']);
  expect(said).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This is not JSON.' } },
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.stringContaining('one message at a time') } },
    { jsonrpc: '2.0', id: 7, result: {} },
  ]);
});
