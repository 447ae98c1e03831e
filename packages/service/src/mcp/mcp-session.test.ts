import { ToolError, tools } from '@sonde/contract';
import { expect, it } from 'vitest';
import { answerResult } from '../lookups/lookup-result.ts';
import { saidIn } from '../testing/mcp-client.ts';
import { createMcp } from './mcp-session.ts';
import type { McpCall } from './mcp-tools.ts';

/** Ends only with its signal, like a lookup whose target is silent. */
const untilAborted = (_tool: unknown, _question: unknown, { signal }: McpCall) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const call = (id: number) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'sonde_dns', arguments: { domain: 'a.example' } },
});

function session() {
  const stop = new AbortController();
  const mcp = createMcp({ tools: [tools.dns], lookUp: untilAborted, lookUpReport: null });
  const handle = (message: object) => mcp.handle(message, { signal: stop.signal, notify: () => {} });
  return { stop, handle };
}

it('a call that times out is answered with a failure; a cancelled call is not answered', async () => {
  const { stop, handle } = session();
  const late = handle(call(1));
  const cancelled = handle(call(2));
  await handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  expect(await cancelled).toBeNull();
  stop.abort(new ToolError('timeout', 'Too late.'));
  expect(await late).toMatchObject({
    id: 1,
    result: {
      isError: true,
      content: [{ text: expect.stringMatching(/"failure":\{"message":"Too late.","code":"timeout"\}/) }],
    },
  });
});

it('a call that nobody waits for any more is not answered', async () => {
  const { stop, handle } = session();
  const calling = handle(call(1));
  stop.abort(new Error('gone'));
  expect(await calling).toBeNull();
});

it('an argument that the tool does not list is refused, and those that it lists are named', async () => {
  const { handle } = session();
  const params = { name: 'sonde_dns', arguments: { domain: 'a.example', evidence: true } };
  const { result } = (await handle({ ...call(1), params })) as { readonly result: Parameters<typeof saidIn>[0] };
  const message = `Unknown parameter 'evidence'. Known parameters: 'domain', 'type', 'server', 'everywhere', 'fresh', 'detail', 'part'.`;
  expect(saidIn(result)).toMatchObject({ failure: { code: 'invalid-input', message } });
});

it('without stored results there are no resources', async () => {
  const { handle } = session();
  expect(await handle({ jsonrpc: '2.0', id: 1, method: 'resources/list' })).toMatchObject({ error: { code: -32_601 } });
  const { result } = (await handle({ jsonrpc: '2.0', id: 2, method: 'initialize', params: {} })) as {
    readonly result: { readonly capabilities: object };
  };
  expect(result.capabilities).toEqual({ tools: {} });
});

it('further parts of a long answer belong to the measurement of the first one', async () => {
  let measured = 0;
  const lookUp = async () => {
    measured += 1;
    const records = Array.from({ length: 3_000 }, (_, index) => `record ${index} of measurement ${measured}`);
    return answerResult({ records, gaps: [], findings: [] });
  };
  const mcp = createMcp({ tools: [tools.dns], lookUp, lookUpReport: null });
  const read = async (part: number) => {
    const arguments_ = part === 1 ? { domain: 'a.example', detail: 'full' } : { part, domain: 'a.example' };
    const message = { ...call(part), params: { name: 'sonde_dns', arguments: arguments_ } };
    const answered = await mcp.handle(message, { signal: new AbortController().signal, notify: () => {} });
    return saidIn((answered as { readonly result: { readonly content: readonly { readonly text: string }[] } }).result);
  };
  const parts = Number((await read(1))['parts']);
  expect(parts).toBeGreaterThan(2);
  for (let part = 2; part <= parts; part += 1) {
    expect(JSON.stringify(await read(part))).toContain('of measurement 1');
  }
  expect(measured).toBe(1);
  await read(1);
  expect(measured).toBe(2);
});
