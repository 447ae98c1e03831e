import { type AnyTool, dns, ssl } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiStub, json, openAt, type Reply, startApiStub } from '../../testing/api-stub.ts';
import * as dnsMessages from '../../tools/dns/messages.ts';
import * as sslMessages from '../../tools/ssl/messages.ts';
import { ask } from './ask.ts';
import { AskError } from './ask-error.ts';

let server: ApiStub;
beforeAll(async () => {
  server = await startApiStub();
  openAt(`${server.origin}/dns`);
});
afterAll(() => server.close());

async function failureOf(tool: AnyTool, reply: Reply, signal = new AbortController().signal): Promise<AskError> {
  server.reply = () => reply;
  const error: unknown = await ask(tool, tool.example as Record<string, string>, signal).catch((thrown) => thrown);
  if (!(error instanceof AskError)) throw new Error(`It did not fail as it should: ${String(error)}`);
  return error;
}

/** What each tool shows for each kind of failure: its own message, the server's, or the client's with its two prefixes. */
interface Texts {
  readonly envelope: string;
  readonly bare502: string;
  readonly deadSocket: string;
  readonly invalidJson: string;
  readonly dataNull: string;
}

const tools: { tool: AnyTool; failureText(error: unknown): string; texts: Texts }[] = [
  {
    tool: dns,
    failureText: dnsMessages.failureText,
    texts: {
      envelope: 'DNS Lookup failed: The resolver refused.',
      bare502: 'DNS Lookup failed: API Request Failed: API Error: HTTP error! status: 502',
      deadSocket: 'DNS Lookup failed: No response from server. Please check if the server is running.',
      invalidJson: 'DNS Lookup failed: Failed to fetch DNS records. Please try again.',
      dataNull: 'DNS Lookup failed: No DNS records found for this domain',
    },
  },
  {
    tool: ssl,
    failureText: sslMessages.failureText,
    texts: {
      envelope: 'The resolver refused.',
      bare502: 'API Request Failed: API Error: HTTP error! status: 502',
      // The client's own text with its prefixes.
      deadSocket: expect.stringMatching(/^API Request Failed: API Error: ./),
      invalidJson: 'Failed to fetch SSL information',
      dataNull: 'Failed to fetch SSL information',
    },
  },
];

const refusal = {
  success: false,
  message: 'The resolver refused.',
  _data: null,
  code: 'source-failed',
  reason: 'refused',
};

const cases: { name: keyof Texts; reply: Reply; code: string }[] = [
  { name: 'envelope', reply: json(502, refusal), code: 'ERR_BAD_RESPONSE' },
  { name: 'bare502', reply: { status: 502, body: '<h1>Bad Gateway</h1>' }, code: 'ERR_BAD_RESPONSE' },
  { name: 'deadSocket', reply: 'hang-up', code: 'ERR_NETWORK' },
  { name: 'invalidJson', reply: { status: 200, body: '{"success": tru' }, code: 'ERR_BAD_RESPONSE' },
  { name: 'dataNull', reply: json(200, { success: true, message: 'OK', _data: null }), code: 'ERR_BAD_RESPONSE' },
];

describe.each(tools)('$tool.id', ({ tool, failureText, texts }) => {
  it.each(cases)('R8.1 R8.7 R8.9 R8.10 R8.11 R8.27 R8.31 reports $name', async ({ name, reply, code }) => {
    const error = await failureOf(tool, reply);
    expect(failureText(error)).toEqual(texts[name]);
    expect(error.code).toBe(code);
  });
});

describe('ask', () => {
  it('R7.1 sends the specified request: GET, the query in the address, a JSON content type', async () => {
    const data = { ...answer, domain: 'xn--bcher-kva.example' };
    server.reply = () => json(200, { success: true, message: 'OK', _data: data });
    const given = await ask(dns, { domain: 'xn--bcher-kva.example' }, new AbortController().signal);
    expect(given).toEqual(data);
    expect(server.asked.at(-1)).toBe('/api/v2/dnsRecords?domain=xn--bcher-kva.example');
    expect(server.headers['content-type']).toBe('application/json');
  });

  it('reads an envelope whatever its status, with the code and reason of the failure', async () => {
    const error = await failureOf(dns, json(200, refusal));
    expect(error).toMatchObject({
      stage: 'envelope',
      serverMessage: 'The resolver refused.',
      failure: { code: 'source-failed', reason: 'refused' },
    });
  });

  it('R8.30 reads an envelope of a newer server with an unknown code', async () => {
    const error = await failureOf(dns, json(418, { ...refusal, code: 'teapot' }));
    expect(error).toMatchObject({ serverMessage: 'The resolver refused.', failure: null, code: 'ERR_BAD_REQUEST' });
  });

  it.each([{}, { _data: null }])('takes a success without data for what it is: %j', async (rest) => {
    const error = await failureOf(dns, json(200, { success: true, message: 'OK', ...rest }));
    expect(error).toMatchObject({ stage: 'no-data', status: 200 });
  });

  it.each([
    [200, 'API Request Failed: API Error: The server gave no reason.'],
    [502, 'API Request Failed: API Error: HTTP error! status: 502'],
  ])('does not call the status %i of a failure without a message an error, unless it is one', async (status, text) => {
    expect((await failureOf(dns, json(status, { ...refusal, message: '' }))).message).toBe(text);
  });

  it('refuses data that does not fit the contract', async () => {
    const broken = { ...answer, records: [{ recordName: 'A', titles: 'Name', data: [] }] };
    const error = await failureOf(dns, json(200, { success: true, message: 'OK', _data: broken }));
    expect(error).toMatchObject({ stage: 'unreadable', code: 'ERR_BAD_RESPONSE', status: 200 });
  });

  it('R8.29 is cancelled by its signal', async () => {
    const caller = new AbortController();
    const before = server.asked.length;
    const failed = failureOf(dns, 'wait', caller.signal);
    await vi.waitUntil(() => server.asked.length > before);
    caller.abort();
    expect(await failed).toMatchObject({ code: 'ERR_CANCELED', stage: 'no-response' });
  });

  it('R8.28 distinguishes a timeout from other aborts', async () => {
    const failed = failureOf(dns, 'wait', AbortSignal.timeout(1));
    expect(await failed).toMatchObject({ code: 'ETIMEDOUT', stage: 'no-response' });
  });

  it('R8.32 sends requests only over HTTP', async () => {
    openAt('file:///dns');
    const failed = await failureOf(dns, 'hang-up');
    openAt(`${server.origin}/dns`);
    expect(failed).toMatchObject({ code: 'ERR_NOT_SUPPORT', status: null });
  });

  it('R9.24 has no timeout of its own', async () => {
    const before = server.asked.length;
    server.reply = () => 'wait';
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const answered = ask(dns, { domain: 'example.com' }, new AbortController().signal);
    await vi.waitUntil(() => server.asked.length > before);
    vi.advanceTimersByTime(24 * 3_600_000);
    vi.useRealTimers();
    server.releaseAll(json(200, { success: true, message: 'OK', _data: answer }));
    expect(await answered).toEqual(answer);
    expect(timeout).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it.each([200, 203, 299])('R9.25 accepts the status %i', async (status) => {
    server.reply = () => json(status, { success: true, message: 'OK', _data: answer });
    expect(await ask(dns, { domain: 'example.com' }, new AbortController().signal)).toEqual(answer);
  });

  it.each([300, 400, 404, 500, 599])('R9.25 does not accept the status %i', async (status) => {
    const error = await failureOf(dns, json(status, { success: true, message: 'OK', _data: answer }));
    expect(error.message).toBe(`API Request Failed: API Error: HTTP error! status: ${status}`);
    expect(error).toMatchObject({ stage: 'status', status });
  });
});

const answer = answerOf(dns, {
  domain: 'example.com',
  records: [{ recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: [['example.com', '192.0.2.1', '300']] }],
});
