import {
  behaviourByPath,
  type Http2LiarName,
  type Http2Liars,
  http2LiarNames,
  type MaliciousWebServer,
  startHttp2Liars,
  startMaliciousWebServer,
} from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { firstOf } from '../../../../../scripts/test/vitest-settings.ts';
import { createStage, openSockets, reasonOf } from '../../testing/scripted-dns-server.ts';
import { openWebNet } from '../../testing/web-net.ts';
import type { Visit, VisitOptions } from '../net.ts';

const never = new AbortController().signal;
// A test process that also serves may be busy: only what waits for the deadline has a short one.
const usual: VisitOptions = { method: 'GET', timeoutMs: 30_000, maxBytes: 200_000 };
const SHORT_MS = 700;

const stage = createStage();
let malicious: MaliciousWebServer;
let liars: Http2Liars;
beforeAll(async () => {
  [malicious, liars] = await Promise.all([startMaliciousWebServer(behaviourByPath), startHttp2Liars()]);
});
afterAll(() => Promise.all([malicious?.stop(), liars?.stop()]));
afterEach(() => stage.clear());

async function visit(path: string, options: Partial<VisitOptions> = {}): Promise<Visit> {
  const net = await openWebNet(stage);
  return net.visit(`http://127.0.0.1:${malicious.port}${path}`, { ...usual, ...options }, never);
}
const textOf = ({ body: { content } }: Visit) => content && Buffer.from(content).toString();

describe('a malicious web server', () => {
  it.each(
    firstOf(3, [
      ['/hang-up', 'reset'],
      ['/reset', 'reset'],
      ['/garbage', 'invalid-response'],
      ['/endless-head', 'too-large'],
      ['/huge-header', 'too-large'],
      ['/two-lengths', 'invalid-response'],
      ['/upgrade', 'invalid-response'],
    ]),
  )('%s has no response: %s', async (path, reason) => {
    expect(await reasonOf(visit(path))).toBe(reason);
  });

  it.each(firstOf(1, ['/silent', '/endless-continue', '/slow-head']))('%s ends at the deadline', async (path) => {
    expect(await reasonOf(visit(path, { timeoutMs: SHORT_MS }))).toBe('timeout');
  });

  it.each([
    ['/endless-body', 'too-large', 200_000],
    ['/bomb', 'too-large', 200_000],
    ['/brotli-bomb', 'too-large', 200_000],
    ['/endless-empty-blocks', 'too-large', 0],
    ['/broken-gzip', 'corrupt', null],
    ['/unknown-encoding', 'unknown-encoding', null],
    ['/twice-encoded', 'corrupt', null],
    ['/short-body', 'reset', 9],
    ['/reset-in-body', 'reset', 9],
    ['/truncated-chunk', 'reset', 9],
    ['/bad-chunk', 'corrupt', 4],
    ['/gzip-twice', null, 12],
  ])('%s has a body that ends with %s, of which %s octets are kept', async (path, problem, octets) => {
    const { status, body } = await visit(path);
    expect([status, body.problem, body.content?.length ?? null]).toEqual([200, problem, octets]);
    expect(body.bytes).toBeLessThanOrEqual(usual.maxBytes);
  });

  it('a slow body ends at the deadline, and what came is kept', async () => {
    const answer = await visit('/slow-body', { timeoutMs: SHORT_MS });
    expect(answer.body.problem).toBe('timeout');
    expect(textOf(answer)).toMatch(/^(?:drop)+$/);
  });

  it('may set a thousand cookies', async () => {
    const { headers } = await visit('/thousand-cookies');
    expect(headers.filter(([name]) => name === 'Set-Cookie')).toHaveLength(1000);
    expect(headers[999]).toEqual(['Set-Cookie', 'c999=1; Path=/']);
  });

  it('uses no more memory for a compression bomb than the limit', async () => {
    const before = process.memoryUsage().arrayBuffers;
    await visit('/bomb');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('is not followed', async () => {
    const { status, headers } = await visit('/to?http://127.0.0.1/');
    expect(status).toBe(302);
    expect(headers).toContainEqual(['Location', 'http://127.0.0.1/']);
  });

  it('receives no user, no password and no fragment, and only necessary fields', async () => {
    const net = await openWebNet(stage);
    await net.visit(`http://user:secret@127.0.0.1:${malicious.port}/a?b=c#d`, usual, never);
    expect(malicious.requests.at(-1)?.head.split('\r\n')).toEqual([
      'GET /a?b=c HTTP/1.1',
      `Host: 127.0.0.1:${malicious.port}`,
      'User-Agent: Sonde',
      'Accept: text/html,application/xhtml+xml,*/*;q=0.8',
      'Accept-Encoding: gzip, deflate, br',
      'Connection: keep-alive',
      '',
      '',
    ]);
  });

  it('has a timing whose parts add up to less than the whole', async () => {
    const { timing } = await visit('/x');
    const { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs } = timing;
    expect([dnsMs, tlsMs]).toEqual([null, null]);
    expect(tcpMs).toBeGreaterThan(0);
    expect(firstByteMs).toBeGreaterThan(0);
    expect((tcpMs ?? 0) + (firstByteMs ?? 0)).toBeLessThanOrEqual(totalMs);
  });
});

/** What a visit to each of them ends with: the reason of a failure, or the problem of the body. */
const liarEnds: Readonly<Record<Http2LiarName, readonly (string | null)[]>> = {
  silent: ['timeout'],
  'hang-up': ['reset'],
  garbage: ['invalid-response'],
  'settings-flood': ['invalid-response', 'reset', 'timeout'],
  'ping-flood': ['invalid-response', 'reset', 'timeout'],
  'empty-data-flood': ['timeout', 'reset'],
  'continuation-flood': ['invalid-response', 'reset'],
  'endless-headers': ['invalid-response', 'reset', 'timeout'],
  'header-bomb': ['invalid-response', 'reset'],
  'go-away': ['reset', 'invalid-response'],
  'reset-stream': ['reset', 'invalid-response'],
  push: ['invalid-response', 'reset', 'timeout'],
  'no-status': ['invalid-response', 'reset'],
  'endless-body': ['too-large'],
  'slow-body': ['timeout'],
  'reset-in-body': ['reset'],
};

describe('a malicious HTTP/2 server', () => {
  it.each(firstOf(6, http2LiarNames))('%s ends in time, with little memory', async (name) => {
    const port = await liars.start(name);
    const net = await openWebNet(stage);
    const before = process.memoryUsage().rss;
    const startedAtMs = performance.now();
    const ended = await net.visit(`https://web.test:${port}/`, { ...usual, timeoutMs: SHORT_MS }, never).then(
      ({ body }) => body.problem,
      (error: { readonly reason?: string }) => error.reason ?? String(error),
    );
    expect(liarEnds[name]).toContain(ended);
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('leaves no open socket', async () => {
    stage.clear();
    await vi.waitFor(() => expect(openSockets().filter((kind) => kind === 'TCPSocketWrap')).toEqual([]), 5000);
  });
});
