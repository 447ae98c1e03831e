import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { myIp, tools } from '@sonde/contract';
import { BALANCER_HOST, type Balancer, startBalancer } from '@sonde/lab';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../scripts/test/vitest-settings.ts';
import { someone } from '../testing/account-browser.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer, webBuild } from '../testing/test-server.ts';

const site = new URL('../../../../deploy/nginx/sonde.conf', import.meta.url);

/** One server behind nginx with the shipped configuration. */
async function behindNginx(variables: Record<string, string> = {}, adapt = (text: string) => text) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-behind-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tools = fakeToolbox();
  const { app, log, stop } = await testServer(
    {
      SONDE_HOSTS: BALANCER_HOST,
      SONDE_TRUST_PROXY: '127.0.0.1',
      SONDE_RATE_LIMIT: 'off',
      SONDE_DATA_DIR: folder,
      ...variables,
    },
    { toolbox: tools.toolbox, webRoot: await webBuild() },
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const balancer = await startBalancer(adapt(await readFile(site, 'utf8')), [Number(new URL(address).port)]);
  onTestFinished(() => balancer.stop());
  return { ...tools, log, stop, balancer };
}

/** Waits until the access log of nginx has `lines` lines, and returns them parsed. */
function accessLog(balancer: Balancer, lines: number): Promise<Record<string, string>[]> {
  return eventually(async () => {
    const found = (await balancer.logs()).split('\n').filter((line) => line.startsWith('{'));
    expect(found.length).toBeGreaterThanOrEqual(lines);
    return found.map((line) => JSON.parse(line));
  });
}

describe('the log of nginx', () => {
  it('contains neither targets nor whole addresses for answered lookups', async () => {
    const { balancer, run } = await behindNginx();
    const calling = fetch(`${balancer.url}${COUNTDOWN}?host=secret-target.example`, {
      headers: { referer: 'http://sonde.example/countdown?host=secret-target.example' },
    });
    (await run(0)).end({ host: 'secret-target.example', steps: 1 });
    const answer = await calling;
    expect(answer.status).toBe(200);
    const [line] = await accessLog(balancer, 1);
    expect(line).toMatchObject({ client: '127.0.0.0/24', path: COUNTDOWN, method: 'GET', status: '200' });
    expect(line?.['requestId']).toBe(answer.headers.get('x-request-id'));
    const everything = await balancer.logs();
    expect(everything).not.toContain('secret-target');
    expect(everything).not.toMatch(/127\.0\.0\.[1-9]\d*(?!\d*:)/);
  });

  it('contains neither the token of a reset link nor the visitor’s address', async () => {
    const { balancer, log } = await behindNginx();
    const email = someone();
    const post = (path: string, body: object) =>
      fetch(`${balancer.url}/api/account/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post('sign-up', { email, password: 'correct horse battery' })).status).toBe(200);
    expect((await post('password-reset', { email })).status).toBe(200);
    const token = await eventually(() => {
      const [, found] = /\/login\?reset=([\w-]+)/.exec(JSON.stringify(log)) ?? expect.fail('no mail yet');
      return found ?? '';
    });
    expect(token.length).toBeGreaterThan(20);
    await fetch(`${balancer.url}/login?reset=${token}`);
    await fetch(`${balancer.url}/login`, { headers: { referer: `${balancer.url}/login?reset=${token}` } });
    expect((await post('new-password', { token, password: 'battery horse correct' })).status).toBe(200);
    const paths = (await accessLog(balancer, 5)).map(({ path }) => path);
    expect(paths).toEqual([
      '/api/account/sign-up',
      '/api/account/password-reset',
      '/login',
      '/login',
      '/api/account/new-password',
    ]);
    const everything = await balancer.logs();
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(email);
  });

  inLongSet(it)('reports a failed instance, still without a target', async () => {
    const { balancer, stop } = await behindNginx();
    await stop();
    expect((await fetch(`${balancer.url}${COUNTDOWN}?host=secret-target.example`)).status).toBe(502);
    const [line] = await accessLog(balancer, 1);
    expect(line).toMatchObject({ status: '502', path: COUNTDOWN });
    expect(line?.['upstreamStatus']).toContain('502');
    expect(await balancer.logs()).not.toContain('secret-target');
  });

  it.each(
    firstOf(1, [
      ['/secret-target.example', 'other'],
      ['/api/account/history/41?token=secret-target', '/api/account/history'],
      ...(isLong
        ? [
            ['/dns/secret-target.example', 'other'],
            ['/api/v2/dnsRecords/secret-target.example', '/api/v2/dnsRecords'],
            ['/assets/secret-target.js', '/assets'],
            ['/%2fdns?secret-target', '/dns'],
            ['/healthz', '/healthz'],
          ]
        : []),
    ]),
  )('of the path %s keeps %s', async (path, kept) => {
    const { balancer } = await behindNginx();
    await fetch(`${balancer.url}${path}`);
    const [line] = await accessLog(balancer, 1);
    expect(line).toMatchObject({ path: kept });
    expect(await balancer.logs()).not.toContain('secret-target');
  });
});

it('nginx truncates addresses in its log like the server', async () => {
  // Sets visitor addresses that the loopback interface does not have.
  const { balancer, log } = await behindNginx({}, (text) =>
    text.replace('location / {', 'set_real_ip_from 127.0.0.1;\n  real_ip_header X-Visitor;\n  location / {'),
  );
  const visitors = [
    '203.0.113.77',
    '2001:db8:1:2:3:4:5:6',
    '2001:db8::77',
    '2001:db8:7::1',
    '2001::1',
    '::1',
    'fe80::1',
  ];
  for (const visitor of visitors) await fetch(`${balancer.url}/healthz`, { headers: { 'x-visitor': visitor } });
  const theirs = (await accessLog(balancer, visitors.length)).map(({ client }) => client);
  const ours = log.filter(({ route }) => route === '/healthz').map(({ client }) => client);
  expect(theirs).toEqual(ours);
  expect(theirs.slice(0, 3)).toEqual(['203.0.113.0/24', '2001:db8:1::/48', '2001:db8:0::/48']);
  for (const visitor of visitors) expect(await balancer.logs()).not.toContain(`"${visitor}"`);
});

inLongSet(it)('nginx names every page and every tool in its log', async () => {
  const { balancer } = await behindNginx();
  const pages = await pagePaths();
  const paths = [...new Set([...pages, ...Object.values(tools).map(({ path }) => path), myIp.path])];
  expect(paths.length).toBeGreaterThan(17);
  // The id at the end of the path of a kept result must not be logged, since it gives access.
  for (const path of paths) await fetch(balancer.url + path.replace('*', 'some-id'));
  expect((await accessLog(balancer, paths.length)).map(({ path }) => path)).toEqual(
    paths.map((path) => path.replace('/*', '')),
  );
});

/** The page paths as declared in the web's sources, which the server does not import. */
async function pagePaths(): Promise<string[]> {
  const web = new URL('../../../web/src/', import.meta.url);
  const screens = (await readdir(new URL('tools/', web))).map((tool) => `tools/${tool}/screen.ts`);
  const sources = await Promise.all(
    ['routes.tsx', ...screens].map((file) => readFile(new URL(file, web), 'utf8').catch(() => '')),
  );
  const paths = sources.flatMap((source) => [...source.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path));
  // This page exists only on the development server.
  return paths.filter((path) => path !== '/demos');
}

/** Opens an HTTP/2 connection to nginx. */
async function http2(balancer: Balancer): Promise<ClientHttp2Session> {
  const session = connect(balancer.httpsUrl, { ca: balancer.certificate, servername: BALANCER_HOST });
  onTestFinished(() => session.destroy());
  session.on('error', () => {});
  await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject));
  return session;
}

interface Answered {
  readonly status: number | null;
  readonly text: string;
}

function answerOf(stream: ClientHttp2Stream): Promise<Answered> {
  return new Promise((resolve) => {
    let status: number | null = null;
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (headers) => {
      status = headers[':status'] ?? null;
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('error', () => {});
    stream.on('close', () => resolve({ status, text }));
  });
}

const get = (session: ClientHttp2Session, path: string, headers: Record<string, string> = {}) =>
  session.request({ ':path': path, ...headers });

/** The next chunk of text from a stream. */
const nextOf = (stream: ClientHttp2Stream) =>
  new Promise<string>((resolve) => stream.setEncoding('utf8').once('data', resolve));

describe('with HTTP/2 in front', () => {
  it('the parts of an answer arrive as soon as they are found', async () => {
    const { balancer, run } = await behindNginx();
    const session = await http2(balancer);
    expect(session.alpnProtocol).toBe('h2');
    const stream = get(session, `${COUNTDOWN}?host=a.example`, { accept: 'text/event-stream' });
    const { report, end } = await run(0);
    for (const left of [3, 2, 1]) {
      const coming = nextOf(stream);
      report({ left });
      // At this time the next part has not been found yet.
      expect(await coming).toBe(`event: progress\ndata: {"left":${left}}\n\n`);
    }
    const rest = answerOf(stream);
    end({ host: 'a.example', steps: 3 });
    expect((await rest).text).toContain('event: result');
  });

  inLongSet(it)('a client that leaves ends its lookup, while other streams of the connection continue', async () => {
    const { balancer, run } = await behindNginx();
    const session = await http2(balancer);
    const leaving = get(session, `${COUNTDOWN}?host=a.example`);
    const staying = answerOf(get(session, `${COUNTDOWN}?host=b.example`));
    const [left, stayed] = await Promise.all([run(0), run(1)]).then((runs) =>
      runs.sort((one, other) => one.question.key.localeCompare(other.question.key)),
    );
    leaving.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(left?.signal.aborted).toBe(true));
    expect(stayed?.signal.aborted).toBe(false);
    stayed?.end({ host: 'b.example', steps: 1 });
    expect((await staying).status).toBe(200);
  });

  inLongSet(it)('headers that are too long are refused, and the connection stays open', async () => {
    const { balancer } = await behindNginx();
    const session = await http2(balancer);
    const long = (bytes: number) => 'x'.repeat(bytes);
    // More than nginx accepts; less than that, but more than Node accepts; within both limits.
    const tooLong = await answerOf(get(session, '/healthz', { 'x-long': long(40_000) }));
    expect([400, 431, null]).toContain(tooLong.status);
    const second = session.destroyed ? await http2(balancer) : session;
    const several = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`x-long-${index}`, long(7000)]));
    expect((await answerOf(get(second, '/healthz', several))).status).toBe(431);
    expect((await answerOf(get(second, '/healthz', { 'x-long': long(7000) }))).status).toBe(200);
  });

  inLongSet(it)('hundreds of streams on one connection are answered, while one waits for its lookup', async () => {
    const { balancer, run } = await behindNginx();
    const session = await http2(balancer);
    const waiting = answerOf(get(session, `${COUNTDOWN}?host=a.example`));
    const { end } = await run(0);
    const others = await Promise.all(Array.from({ length: 500 }, () => answerOf(get(session, '/healthz'))));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    end({ host: 'a.example', steps: 1 });
    expect((await waiting).status).toBe(200);
  });

  it('streams that are opened and reset at once (CVE-2023-44487) leave nothing behind', async () => {
    const { balancer, runs, run } = await behindNginx();
    for (let round = 0; round < 5; round += 1) {
      const session = await http2(balancer);
      for (let index = 0; index < 100 && !session.destroyed; index += 1) {
        const stream = get(session, `${COUNTDOWN}?host=r${round}-${index}.example`);
        stream.on('error', () => {});
        stream.close(constants.NGHTTP2_CANCEL);
      }
      await new Promise((resolve) => session.ping(resolve) || resolve(null));
      session.destroy();
    }
    await eventually(() => expect(runs.every(({ signal }) => signal.aborted)).toBe(true));
    const answer = answerOf(get(await http2(balancer), `${COUNTDOWN}?host=good.example`));
    await eventually(() => expect(runs.at(-1)?.question.key).toBe('countdown?good.example'));
    (await run(runs.length - 1)).end({ host: 'good.example', steps: 1 });
    expect((await answer).status).toBe(200);
  });
});
