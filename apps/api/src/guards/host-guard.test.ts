import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FailureEnvelope } from '@sonde/contract';
import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { describe, expect, it } from 'vitest';
import { firstOf } from '../../../../scripts/test/vitest-settings.ts';
import { testServer, webBuild } from '../testing/test-server.ts';
import { toOriginForm } from './host-guard.ts';

const DNS = '/api/v2/dnsRecords?domain=example.com';
const rebound = { host: 'rebound.test:3000', origin: 'http://rebound.test:3000', 'sec-fetch-site': 'same-origin' };

describe('a request for an unknown host name', () => {
  it('is answered with 421 before anything is looked up, and the answer names the settings', async () => {
    const { net, asked } = scriptedResolver(answersAddress);
    const { app } = await testServer({ SONDE_PUBLIC_URL: 'https://sonde.example' }, { net });
    const response = await app.inject({ url: DNS, headers: rebound });
    expect(response.statusCode).toBe(421);
    const { code, message } = FailureEnvelope.parse(response.json());
    expect(code).toBe('invalid-request');
    expect(message).toBe(
      'This server does not answer under the name rebound.test:3000. Its operator can add the name to SONDE_HOSTS, ' +
        'or set SONDE_PUBLIC_URL to the address that visitors use.',
    );
    expect(asked).toHaveLength(0);
  });

  it('changes nothing with a visitor’s cookie either', async () => {
    const { app } = await testServer();
    const body = { email: 'a@example.com', password: 'a password' };
    for (const path of ['sign-in', 'sign-up', 'sign-out']) {
      const options = { method: 'POST', url: `/api/account/${path}`, headers: rebound, payload: body } as const;
      expect((await app.inject(options)).statusCode, path).toBe(421);
    }
  });

  it('gets an HTML page outside the API, with the name escaped', async () => {
    const { app } = await testServer({}, { webRoot: await webBuild() });
    for (const url of [
      '/',
      '/dns?domain=example.com',
      '/nothing',
      '/%zz',
      '/assets/app-abc123.js',
      '/healthz',
      '/robots.txt',
    ]) {
      const response = await app.inject({ url, headers: rebound });
      expect(response.statusCode, url).toBe(421);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('SONDE_HOSTS');
      expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    }
    const hostile = await app.inject({ url: '/', headers: { host: '<script>alert(1)</script>' } });
    expect(hostile.statusCode).toBe(421);
    expect(hostile.body).not.toContain('script');
  });

  it('is answered encrypted, like every other API call', async () => {
    const { app } = await testServer({ SONDE_ENCRYPT_RESPONSES: 'true' });
    const response = await app.inject({ url: DNS, headers: rebound });
    expect(response.statusCode).toBe(421);
    expect(Object.keys(response.json())).toEqual(['data', 'iv']);
  });

  it.each(
    firstOf(4, [
      'rebound.test',
      'sonde.example.rebound.test',
      'rebound.sonde.example',
      'sonde.example@rebound.test',
      'xn--sonde-example.test',
      '127.0.0.1.rebound.test',
      '127.1',
      '0x7f000001',
      '2130706433',
      '[::1',
      '::1',
      '[::1%25lo]',
      '[rebound.test]',
      'localhost.rebound.test',
      'rebound.localhost',
      'a b',
      '.',
      ':3000',
    ]),
  )('even %j', async (host) => {
    const { app } = await testServer({ SONDE_PUBLIC_URL: 'https://sonde.example', SONDE_HOSTS: 'tools.internal' });
    expect((await app.inject({ url: DNS, headers: { host } })).statusCode).toBe(421);
  });
});

describe('a request for a served name', () => {
  it.each(
    firstOf(2, [
      ['127.0.0.1:3000', {}],
      ['192.0.2.7', {}],
      ['[::1]:3000', {}],
      ['[2001:db8::7]', {}],
      ['[::ffff:192.0.2.7]', {}],
      ['localhost:3000', {}],
      ['LOCALHOST', {}],
      ['localhost.', {}],
      ['sonde.example', { SONDE_PUBLIC_URL: 'https://sonde.example' }],
      ['Sonde.Example.:8443', { SONDE_PUBLIC_URL: 'https://sonde.example' }],
      ['xn--bcher-kva.example', { SONDE_PUBLIC_URL: 'https://bücher.example' }],
      ['tools.internal', { SONDE_PUBLIC_URL: 'https://sonde.example', SONDE_HOSTS: 'a.internal, Tools.Internal.' }],
      ['xn--bcher-kva.example:80', { SONDE_HOSTS: 'bücher.example' }],
      ['sonde_api:3000', { SONDE_HOSTS: 'sonde_api' }],
      ['127.0.0.1', { SONDE_PUBLIC_URL: 'https://sonde.example' }],
      ['localhost', { SONDE_HOSTS: 'tools.internal' }],
      // Some proxies empty the field; no browser does (RFC 9110 section 7.2).
      ['', {}],
    ]),
  )('is served: %j with %j', async (host, variables) => {
    const { app } = await testServer({ ...variables });
    expect((await app.inject({ url: DNS, headers: { host } })).statusCode).toBe(200);
  });
});

describe('X-Forwarded-Host', () => {
  const variables = { SONDE_PUBLIC_URL: 'https://sonde.example', SONDE_TRUST_PROXY: '127.0.0.1' };

  it('never substitutes for an unknown Host', async () => {
    for (const trusted of [variables, { ...variables, SONDE_TRUST_PROXY: '' }]) {
      const { app } = await testServer(trusted);
      const headers = { ...rebound, 'x-forwarded-host': 'sonde.example' };
      expect((await app.inject({ url: DNS, headers })).statusCode).toBe(421);
    }
  });

  it('from a trusted proxy that replaces Host must be a served one, and from others is ignored', async () => {
    const ask = async (trusted: string, forwarded: string) => {
      const { app } = await testServer({ ...variables, SONDE_TRUST_PROXY: trusted });
      const headers = { host: '127.0.0.1:3000', 'x-forwarded-host': forwarded };
      return (await app.inject({ url: DNS, headers })).statusCode;
    };
    expect(await ask('127.0.0.1', 'rebound.test')).toBe(421);
    expect(await ask('127.0.0.1', 'sonde.example, rebound.test')).toBe(421);
    expect(await ask('127.0.0.1', 'rebound.test, sonde.example')).toBe(200);
    expect(await ask('192.0.2.1', 'rebound.test')).toBe(200);
  });
});

/** Sends bytes, and returns what the server sends until it closes the connection. */
async function exchange(
  address: { readonly port: number } | { readonly path: string },
  bytes: string,
): Promise<string> {
  const socket = connect('port' in address ? { ...address, host: '127.0.0.1' } : address);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}

describe('a raw request', () => {
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  const end = 'Connection: close\r\n\r\n';

  it('in absolute form must name a served host in its target, and in Host', async () => {
    const { app } = await testServer({ SONDE_PUBLIC_URL: 'https://sonde.example' });
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    const ask = async (target: string, host: string) =>
      statusOf(await exchange({ port }, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${end}`));
    expect(await ask(`http://rebound.test${DNS}`, 'sonde.example')).toBe(421);
    expect(await ask(`http://sonde.example${DNS}`, 'rebound.test')).toBe(421);
    expect(await ask(`http://sonde.example@rebound.test${DNS}`, 'sonde.example')).toBe(421);
    expect(await ask(`HTTP://sonde.example:80${DNS}`, 'sonde.example')).toBe(200);
  });

  it('in absolute form is checked like any other', async () => {
    const { app } = await testServer({ SONDE_ENCRYPT_RESPONSES: 'true' });
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    const head = `GET http://localhost${DNS} HTTP/1.1\r\nHost: localhost\r\n`;
    const foreign = await exchange({ port }, `${head}Sec-Fetch-Site: cross-site\r\n${end}`);
    expect(statusOf(foreign)).toBe(403);
    expect(await exchange({ port }, `${head}${end}`)).toMatch(/x-encryption-key/i);
  });

  it('without Host is served as HTTP/1.0, for health checks, and malformed as HTTP/1.1', async () => {
    const { app } = await testServer({ SONDE_PUBLIC_URL: 'https://sonde.example' });
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    expect(statusOf(await exchange({ port }, 'GET /healthz HTTP/1.0\r\n\r\n'))).toBe(200);
    expect(statusOf(await exchange({ port }, `GET /healthz HTTP/1.1\r\n${end}`))).toBe(400);
  });

  it('over a Unix socket is accepted for the same names only', async () => {
    const { app } = await testServer({ SONDE_PUBLIC_URL: 'https://sonde.example', SONDE_TRUST_PROXY: '127.0.0.1' });
    const path = join(tmpdir(), `sonde-hosts-${process.pid}.sock`);
    await app.listen({ path });
    const ask = async (fields: string) =>
      statusOf(await exchange({ path }, `GET ${DNS} HTTP/1.1\r\n${fields}\r\n${end}`));
    expect(await ask('Host: sonde.example')).toBe(200);
    // What nginx writes for `proxy_pass http://unix:…`, and curl for --unix-socket.
    expect(await ask('Host: localhost')).toBe(200);
    expect(await ask('Host: rebound.test')).toBe(421);
    expect(await ask('Host: localhost\r\nX-Forwarded-Host: rebound.test')).toBe(421);
  });
});

it.each(
  firstOf(1, [
    ['/a?b=http://c/d', '/a?b=http://c/d'],
    ['http://a.example/b?c', '/b?c'],
    ['http://a.example', '/'],
    ['http://a.example?b', '/?b'],
    ['*', '*'],
  ]),
)('the target %s is %s in origin form', (target, expected) => {
  expect(toOriginForm(target)).toBe(expected);
});
