import { readFileSync } from 'node:fs';
import { lieByPath, startWebLab, startWebLiar, type WebLab, type WebLiar } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FetchLimits, FetchTarget, WebResponse } from './net.ts';
import { createNodeNet, type NodeNet } from './node-net.ts';
import { askedType, createStage, openSockets, reasonOf, replyTo } from './scripted-dns-server.ts';
import type { NetSettings } from './settings.ts';

const limits = { timeoutMs: 10_000, maxBytes: 100_000, maxRedirects: 3 };
const never = new AbortController().signal;
const A = 1;

const stage = createStage();
let lab: WebLab;
let liar: WebLiar;
beforeAll(async () => {
  [lab, liar] = await Promise.all([startWebLab(), startWebLiar(lieByPath)]);
});
afterAll(() => Promise.all([lab?.stop(), liar?.stop()]));
afterEach(() => stage.clear());

/** A door for which every name is this machine, which is let in unless a test says otherwise. */
async function door(settings: Partial<NetSettings> = {}): Promise<NodeNet> {
  const resolver = await stage.serve({
    udp: ({ bytes, reply }) =>
      reply(replyTo(bytes, askedType(bytes) === A ? { answers: [Buffer.of(127, 0, 0, 1)] } : {})),
  });
  const trustAnchors = [readFileSync(lab.authority, 'utf8')];
  const open = { resolvers: [resolver], allowNetworks: ['127.0.0.0/8'], denyTargets: [], allowPorts: [], trustAnchors };
  return stage.own(createNodeNet({ ...open, ...settings }));
}

const textOf = ({ body }: WebResponse) => Buffer.from(body).toString();
const http = (path: string) => `http://web.test:${lab.httpPort}${path}`;
const https = (path: string, host = 'web.test') => `https://${host}:${lab.httpsPort}${path}`;
const lying = (path: string) => `http://127.0.0.1:${liar.port}${path}`;
const operators = (url: string) => ({ url, isOperators: true }) as const;

async function get(target: FetchTarget, more: Partial<FetchLimits> = {}, settings: Partial<NetSettings> = {}) {
  const net = await door(settings);
  return net.fetch(target, { ...limits, ...more }, never);
}

describe('a real web server', () => {
  it('is asked in its own name, by HTTP and HTTPS', async () => {
    expect(await get(http('/plain'))).toMatchObject({ status: 200, url: http('/plain') });
    expect(textOf(await get(http('/host')))).toBe(`web.test:${lab.httpPort}`);
    expect(textOf(await get(https('/host')))).toBe(`web.test:${lab.httpsPort}`);
    expect(textOf(await get(https('/plain', '127.0.0.1')))).toBe('plain');
  });

  it('is told the types that are wanted', async () => {
    expect(textOf(await get(http('/accept'), { accept: 'application/rdap+json' }))).toBe('application/rdap+json');
  });

  it('may compress, up to the limit of what comes out', async () => {
    const answer = await get(http('/gzip'), { maxBytes: 20_000 });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(textOf(answer)).toBe('x'.repeat(20_000));
    expect(await reasonOf(get(http('/gzip'), { maxBytes: 19_999 }))).toBe('too_large');
  });

  it('says in its status what it has to say', async () => {
    expect((await get(http('/missing'))).status).toBe(404);
    const tag = (await get(http('/etag'))).headers.get('etag') ?? '';
    expect(await get(http('/etag'), { ifNoneMatch: tag })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  it('may lead elsewhere, but not from https to http', async () => {
    const answer = await get(https('/redirect'));
    expect([textOf(answer), answer.url]).toEqual(['plain', https('/plain')]);
    expect(await reasonOf(get(https('/down')))).toBe('invalid_response');
    expect(await reasonOf(get(https('/redirect'), { maxRedirects: 0 }))).toBe('invalid_response');
  });

  it('must have a certificate of somebody we trust, for this name', async () => {
    expect(await reasonOf(get(https('/plain'), {}, { trustAnchors: [] }))).toBe('invalid_response');
    expect(await reasonOf(get(https('/plain', 'other.test')))).toBe('invalid_response');
    expect(await reasonOf(get(operators(https('/plain', 'localhost'))))).toBe('invalid_response');
  });

  it('must speak TLS where https is asked for, and not where http is', async () => {
    expect(await reasonOf(get(`https://web.test:${lab.httpPort}/`))).toBe('invalid_response');
    expect((await get(`http://web.test:${lab.httpsPort}/`)).status).toBe(400);
  });
});

describe('a web server that lies', () => {
  it.each([
    ['/hang-up', 'reset'],
    ['/reset', 'reset'],
    ['/garbage', 'invalid_response'],
    ['/endless-body', 'too_large'],
    ['/endless-head', 'too_large'],
    ['/bomb', 'too_large'],
    ['/endless-empty-blocks', 'too_large'],
    ['/broken-gzip', 'invalid_response'],
    ['/unknown-encoding', 'invalid_response'],
    ['/twice-encoded', 'invalid_response'],
    ['/short-body', 'reset'],
    ['/reset-in-body', 'reset'],
    ['/two-lengths', 'invalid_response'],
    ['/upgrade', 'invalid_response'],
    ['/loop', 'invalid_response'],
    ['/hops/4', 'invalid_response'],
    ['/to?mailto:x@example.com', 'invalid_response'],
    ['/to?file:///etc/passwd', 'invalid_response'],
    ['/to?http://[', 'invalid_response'],
  ])('%s ends with %s', async (path, reason) => {
    expect(await reasonOf(get(lying(path)))).toBe(reason);
  });

  it.each(['/silent', '/endless-continue'])('%s ends at the deadline', async (path) => {
    expect(await reasonOf(get(lying(path), { timeoutMs: 300 }))).toBe('timeout');
  });

  it('takes no more memory for a bomb than its limit', async () => {
    const before = process.memoryUsage().arrayBuffers;
    await get(lying('/bomb'), { maxBytes: 1_000_000 }).catch(() => {});
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('may redirect as often as is allowed, or nowhere', async () => {
    expect(textOf(await get(lying('/hops/3')))).toBe('fine');
    expect(await get(lying('/no-location'))).toMatchObject({ status: 302 });
  });

  it('is told no secrets, and no more than it has to know', async () => {
    await get(`http://user:secret@127.0.0.1:${liar.port}/a?b=c#d`);
    expect(liar.requests.at(-1)?.head.split('\r\n')).toEqual([
      'GET /a?b=c HTTP/1.1',
      `Host: 127.0.0.1:${liar.port}`,
      'Accept: */*',
      'Accept-Encoding: gzip',
      'User-Agent: Sonde',
      'Connection: close',
      '',
      '',
    ]);
  });
});

describe('the guard', () => {
  const shut = { allowNetworks: [] };

  it('refuses inside addresses without a packet', async () => {
    const before = liar.connections();
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'web.test',
    ];
    for (const host of hosts) {
      for (const url of [`http://${host}/`, `https://${host}/`]) {
        expect(await reasonOf(get(url, {}, shut))).toBe('special_use');
      }
      expect(await reasonOf(get(`http://${host}:${liar.port}/`, {}, shut))).toBe('not_allowed_port');
    }
    expect(liar.connections()).toBe(before);
  });

  it('lets the operator’s endpoint pass, and not where it redirects to', async () => {
    const canary = await startWebLiar(lieByPath);
    stage.own({ close: () => void canary.stop() });
    expect(textOf(await get(operators(lying('/x')), {}, shut))).toBe('fine');
    expect(textOf(await get(operators(lying('/hops/1')), {}, shut))).toBe('fine');
    const targets = [`http://127.0.0.1:${canary.port}/`, `http://localhost:${canary.port}/`];
    for (const url of targets) {
      expect(await reasonOf(get(operators(lying(`/to?${url}`)), {}, shut))).toBe('not_allowed_port');
    }
    expect(await reasonOf(get(operators(lying('/to?http://127.0.0.1/')), {}, shut))).toBe('special_use');
    expect(await reasonOf(get(operators(lying('/to?http://169.254.169.254/')), {}, shut))).toBe('special_use');
    expect(canary.connections()).toBe(0);
  });

  it('forgets that it was the operator’s as soon as it leads away', async () => {
    const there = encodeURIComponent(lying(`/to?${lying('/x')}`));
    const other = await startWebLiar(lieByPath);
    stage.own({ close: () => void other.stop() });
    const start = operators(`http://127.0.0.1:${other.port}/to?${there}`);
    expect(await reasonOf(get(start, {}, shut))).toBe('not_allowed_port');
  });

  it('keeps to the default ports outside of the networks that are let in', async () => {
    const net = await door({ allowNetworks: ['10.0.0.0/8'] });
    expect(await reasonOf(net.fetch('http://1.1.1.1:8080/', limits, never))).toBe('not_allowed_port');
    expect(await reasonOf(net.fetch('http://1.1.1.1:25/', limits, never))).toBe('not_allowed_port');
  });

  it('refuses what is denied', async () => {
    expect(await reasonOf(get(http('/plain'), {}, { denyTargets: ['web.test'] }))).toBe('denied');
    expect(await reasonOf(get(lying(`/to?${http('/plain')}`), {}, { denyTargets: ['web.test'] }))).toBe('denied');
  });
});

describe('the end', () => {
  it('is that of the caller’s signal, and leaves no socket', async () => {
    const net = await door();
    const caller = new AbortController();
    const asking = net.fetch(lying('/silent'), limits, caller.signal);
    await vi.waitFor(() => expect(liar.requests.at(-1)?.target).toBe('/silent'));
    caller.abort('enough');
    await expect(asking).rejects.toBe('enough');
    await expect(net.fetch(lying('/x'), limits, caller.signal)).rejects.toBe('enough');
    await vi.waitFor(() => expect(openSockets().filter((kind) => kind === 'TCPSocketWrap')).toEqual([]));
  });

  it('comes for all when the door is closed', async () => {
    const net = await door();
    const asking = net.fetch(lying('/endless-continue'), limits, never);
    await vi.waitFor(() => expect(liar.requests.at(-1)?.target).toBe('/endless-continue'));
    net.close();
    expect(await reasonOf(asking)).toBe('unreachable');
  });
});
