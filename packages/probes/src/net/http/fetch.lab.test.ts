import { readFileSync } from 'node:fs';
import {
  behaviourByPath,
  type MaliciousWebServer,
  startMaliciousWebServer,
  startWebLab,
  type WebLab,
} from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { firstOf } from '../../../../../scripts/test/vitest-settings.ts';
import { askedType, createStage, openSockets, reasonOf, replyTo } from '../../testing/scripted-dns-server.ts';
import type { FetchLimits, FetchTarget, WebResponse } from '../net.ts';
import { createNodeNet, type NodeNet } from '../node-net.ts';
import type { NetSettings } from '../settings.ts';

const limits = { timeoutMs: 10_000, maxBytes: 100_000, maxRedirects: 3 };
const never = new AbortController().signal;
const A = 1;

const stage = createStage();
let lab: WebLab;
let malicious: MaliciousWebServer;
beforeAll(async () => {
  [lab, malicious] = await Promise.all([startWebLab(), startMaliciousWebServer(behaviourByPath)]);
});
afterAll(() => Promise.all([lab?.stop(), malicious?.stop()]));
afterEach(() => stage.clear());

/** A network layer in which every name resolves to this machine, which is allowed unless a test overrides it. */
async function openNet(settings: Partial<NetSettings> = {}): Promise<NodeNet> {
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
const maliciousUrl = (path: string) => `http://127.0.0.1:${malicious.port}${path}`;
const operators = (url: string) => ({ url, isOperators: true }) as const;

async function get(target: FetchTarget, more: Partial<FetchLimits> = {}, settings: Partial<NetSettings> = {}) {
  const net = await openNet(settings);
  return net.fetch(target, { ...limits, ...more }, never);
}

describe('a real web server', () => {
  it('receives its own name in the Host field, by HTTP and HTTPS', async () => {
    expect(await get(http('/plain'))).toMatchObject({ status: 200, url: http('/plain') });
    expect(textOf(await get(http('/host')))).toBe(`web.test:${lab.httpPort}`);
    expect(textOf(await get(https('/host')))).toBe(`web.test:${lab.httpsPort}`);
    expect(textOf(await get(https('/plain', '127.0.0.1')))).toBe('plain');
  });

  it('receives the accepted media types', async () => {
    expect(textOf(await get(http('/accept'), { accept: 'application/rdap+json' }))).toBe('application/rdap+json');
  });

  it('receives user and password of a URL of the operator, and no other', async () => {
    const withKey = (path: string, host = 'web.test') => `http://u%40x:key@${host}:${lab.httpPort}${path}`;
    expect(textOf(await get(operators(withKey('/authorization'))))).toBe(`Basic ${btoa('u@x:key')}`);
    expect(textOf(await get(withKey('/authorization')))).toBe('');
    // A redirect names another place, which did not get them from the operator.
    expect(textOf(await get(operators(withKey('/to-this-server'))))).toBe('');
  });

  it('sends large files piece by piece, up to the limit', async () => {
    const pieces: number[] = [];
    const into = async (body: AsyncIterable<Buffer>) => {
      for await (const piece of body) pieces.push(piece.length);
    };
    expect((await get(http('/gzip'), { into })).body).toHaveLength(0);
    expect(pieces.reduce((sum, octets) => sum + octets, 0)).toBe(20_000);
    expect(await reasonOf(get(http('/gzip'), { into, maxBytes: 19_999 }))).toBe('too-large');
    pieces.length = 0;
    expect((await get(http('/missing'), { into })).body.length).toBeGreaterThan(0);
    expect(pieces).toEqual([]);
  });

  it('may compress, up to the limit of the decompressed size', async () => {
    const answer = await get(http('/gzip'), { maxBytes: 20_000 });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(textOf(answer)).toBe('x'.repeat(20_000));
    expect(await reasonOf(get(http('/gzip'), { maxBytes: 19_999 }))).toBe('too-large');
  });

  it('may answer with any status', async () => {
    expect((await get(http('/missing'))).status).toBe(404);
    const tag = (await get(http('/etag'))).headers.get('etag') ?? '';
    expect(await get(http('/etag'), { ifNoneMatch: tag })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  it('may redirect, but not from https to http', async () => {
    const answer = await get(https('/redirect'));
    expect([textOf(answer), answer.url]).toEqual(['plain', https('/plain')]);
    expect(await reasonOf(get(https('/down')))).toBe('invalid-response');
    expect(await reasonOf(get(https('/redirect'), { maxRedirects: 0 }))).toBe('invalid-response');
  });

  it('must have a trusted certificate for this name', async () => {
    expect(await reasonOf(get(https('/plain'), {}, { trustAnchors: [] }))).toBe('invalid-response');
    expect(await reasonOf(get(https('/plain', 'other.test')))).toBe('invalid-response');
    expect(await reasonOf(get(operators(https('/plain', 'localhost'))))).toBe('invalid-response');
  });

  it('must speak TLS for https, and not for http', async () => {
    expect(await reasonOf(get(`https://web.test:${lab.httpPort}/`))).toBe('invalid-response');
    expect((await get(`http://web.test:${lab.httpsPort}/`)).status).toBe(400);
  });
});

describe('a malicious web server', () => {
  it.each(
    firstOf(4, [
      ['/hang-up', 'reset'],
      ['/reset', 'reset'],
      ['/garbage', 'invalid-response'],
      ['/endless-body', 'too-large'],
      ['/endless-head', 'too-large'],
      ['/bomb', 'too-large'],
      ['/endless-empty-blocks', 'too-large'],
      ['/broken-gzip', 'invalid-response'],
      ['/unknown-encoding', 'invalid-response'],
      ['/twice-encoded', 'invalid-response'],
      ['/short-body', 'reset'],
      ['/reset-in-body', 'reset'],
      ['/two-lengths', 'invalid-response'],
      ['/upgrade', 'invalid-response'],
      ['/loop', 'invalid-response'],
      ['/hops/4', 'invalid-response'],
      ['/to?mailto:x@example.com', 'invalid-response'],
      ['/to?file:///etc/passwd', 'invalid-response'],
      ['/to?http://[', 'invalid-response'],
    ]),
  )('%s ends with %s', async (path, reason) => {
    expect(await reasonOf(get(maliciousUrl(path)))).toBe(reason);
  });

  it.each(firstOf(1, ['/silent', '/endless-continue']))('%s ends at the deadline', async (path) => {
    expect(await reasonOf(get(maliciousUrl(path), { timeoutMs: 300 }))).toBe('timeout');
  });

  it('uses no more memory for a compression bomb than the limit', async () => {
    const before = process.memoryUsage().arrayBuffers;
    await get(maliciousUrl('/bomb'), { maxBytes: 1_000_000 }).catch(() => {});
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('may not redirect more often than allowed, or without a location', async () => {
    expect(textOf(await get(maliciousUrl('/hops/3')))).toBe('fine');
    expect(await get(maliciousUrl('/no-location'))).toMatchObject({ status: 302 });
  });

  it('receives no secrets, and only necessary headers', async () => {
    await get(`http://user:secret@127.0.0.1:${malicious.port}/a?b=c#d`);
    expect(malicious.requests.at(-1)?.head.split('\r\n')).toEqual([
      'GET /a?b=c HTTP/1.1',
      `Host: 127.0.0.1:${malicious.port}`,
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

  it('refuses local addresses without sending a packet', async () => {
    const before = malicious.connections();
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
        expect(await reasonOf(get(url, {}, shut))).toBe('special-use');
      }
      expect(await reasonOf(get(`http://${host}:${malicious.port}/`, {}, shut))).toBe('not-allowed-port');
    }
    expect(malicious.connections()).toBe(before);
  });

  it('allows the operator’s endpoint, but not the target of its redirect', async () => {
    const canary = await startMaliciousWebServer(behaviourByPath);
    stage.own({ close: () => void canary.stop() });
    expect(textOf(await get(operators(maliciousUrl('/x')), {}, shut))).toBe('fine');
    expect(textOf(await get(operators(maliciousUrl('/hops/1')), {}, shut))).toBe('fine');
    const targets = [`http://127.0.0.1:${canary.port}/`, `http://localhost:${canary.port}/`];
    for (const url of targets) {
      expect(await reasonOf(get(operators(maliciousUrl(`/to?${url}`)), {}, shut))).toBe('not-allowed-port');
    }
    expect(await reasonOf(get(operators(maliciousUrl('/to?http://127.0.0.1/')), {}, shut))).toBe('special-use');
    expect(await reasonOf(get(operators(maliciousUrl('/to?http://169.254.169.254/')), {}, shut))).toBe('special-use');
    expect(canary.connections()).toBe(0);
  });

  it('no longer treats the request as the operator’s after a redirect to another origin', async () => {
    const there = encodeURIComponent(maliciousUrl(`/to?${maliciousUrl('/x')}`));
    const other = await startMaliciousWebServer(behaviourByPath);
    stage.own({ close: () => void other.stop() });
    const start = operators(`http://127.0.0.1:${other.port}/to?${there}`);
    expect(await reasonOf(get(start, {}, shut))).toBe('not-allowed-port');
  });

  it('restricts servers outside the allowed networks to the default ports', async () => {
    const net = await openNet({ allowNetworks: ['10.0.0.0/8'] });
    expect(await reasonOf(net.fetch('http://1.1.1.1:8080/', limits, never))).toBe('not-allowed-port');
    expect(await reasonOf(net.fetch('http://1.1.1.1:25/', limits, never))).toBe('not-allowed-port');
  });

  it('refuses denied targets', async () => {
    expect(await reasonOf(get(http('/plain'), {}, { denyTargets: ['web.test'] }))).toBe('denied');
    expect(await reasonOf(get(maliciousUrl(`/to?${http('/plain')}`), {}, { denyTargets: ['web.test'] }))).toBe(
      'denied',
    );
  });
});

describe('ending a request', () => {
  it('by the caller’s signal leaves no open socket', async () => {
    const net = await openNet();
    const caller = new AbortController();
    const asking = net.fetch(maliciousUrl('/silent'), limits, caller.signal);
    await vi.waitFor(() => expect(malicious.requests.at(-1)?.target).toBe('/silent'));
    caller.abort('enough');
    await expect(asking).rejects.toBe('enough');
    await expect(net.fetch(maliciousUrl('/x'), limits, caller.signal)).rejects.toBe('enough');
    await vi.waitFor(() => expect(openSockets().filter((kind) => kind === 'TCPSocketWrap')).toEqual([]));
  });

  it('by closing the network layer fails all requests', async () => {
    const net = await openNet();
    const asking = net.fetch(maliciousUrl('/endless-continue'), limits, never);
    await vi.waitFor(() => expect(malicious.requests.at(-1)?.target).toBe('/endless-continue'));
    net.close();
    expect(await reasonOf(asking)).toBe('unreachable');
  });
});
