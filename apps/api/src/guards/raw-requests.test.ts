import { once } from 'node:events';
import { connect } from 'node:net';
import { FailureEnvelope } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { testServer, webBuild } from '../testing/test-server.ts';

async function listening(variables: Record<string, string> = {}) {
  const { app } = await testServer(variables, { webRoot: await webBuild() });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return Number(port);
}

/** Sends bytes, and returns what the server sends until it closes the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ', 2)));
  return { status: Number(statusLine.split(' ')[1]), headers, envelope: FailureEnvelope.parse(JSON.parse(body)) };
}

const GET = 'GET /api/v2/dnsRecords?domain=a.example HTTP/1.1\r\n';

describe('an invalid request', () => {
  it.each(
    firstOf(4, [
      ['no HTTP at all', 'hello\r\n\r\n', 400],
      ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
      ['an unknown method', 'FETCH /api/docs HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
      ['a header field without a name', `${GET}Host: localhost\r\n: x\r\n\r\n`, 400],
      ['a line feed alone in a header field', `${GET}Host: localhost\r\nX: a\nb\r\n\r\n`, 400],
      ['two lengths of the body', `${GET}Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
      ['a length and chunks', `${GET}Host: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
      ['two Host fields', `${GET}Host: localhost\r\nhOST: localhost\r\nConnection: close\r\n\r\n`, 400],
      [
        'two Host fields at a page',
        `GET /dns HTTP/1.1\r\nHost: localhost\r\nHost: a.example\r\nConnection: close\r\n\r\n`,
        400,
      ],
      ['two Host fields of HTTP/1.0', `GET /dns HTTP/1.0\r\nHost: localhost\r\nHost: localhost\r\n\r\n`, 400],
      [
        'two Host fields at a malformed address',
        `GET /%zz HTTP/1.1\r\nHost: localhost\r\nHost: x\r\nConnection: close\r\n\r\n`,
        400,
      ],
      ['no Host', `${GET}Connection: close\r\n\r\n`, 400],
      ['large header fields', `${GET}Host: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['many header fields', `${GET}Host: localhost\r\n${'X-Y: 1\r\n'.repeat(3000)}\r\n`, 431],
      [
        'a long address',
        `GET /api/v2/dnsRecords?domain=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
        414,
      ],
      [
        'an expectation that we do not know',
        `${GET}Host: localhost\r\nExpect: coffee\r\nConnection: close\r\n\r\n`,
        417,
      ],
    ]),
  )('%s is answered with the envelope', async (_name, bytes, status) => {
    const answer = parse(await exchange(await listening(), bytes));
    expect(answer.status).toBe(status);
    expect(answer.envelope.code).toBe('invalid-request');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      connection: 'close',
    });
  });

  it('that never ends is answered with 408; a connection without any request is just closed', async () => {
    const port = await listening();
    const startedAt = performance.now();
    const [endless, silence] = await Promise.all([
      exchange(port, `${GET}Host: localhost\r\nX-Slow: `),
      exchange(port, ''),
    ]);
    expect(parse(endless).status).toBe(408);
    expect(silence === '' || parse(silence).status === 408).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  inLongSet(it)(
    'whose body never ends is answered with 408, and its connection closed',
    async () => {
      const port = await listening();
      const head = 'POST /api/v2/snapshots HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
      const started = performance.now();
      const answers = await Promise.all([
        exchange(port, `${head}Content-Length: 100\r\n\r\n{"key":`),
        exchange(port, `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n`),
      ]);
      for (const answer of answers.map(parse)) {
        expect(answer.status).toBe(408);
        expect(answer.headers).toMatchObject({ connection: 'close', 'x-request-id': expect.any(String) });
        expect(answer.envelope.message).toBe('The request did not arrive in time.');
      }
      expect(performance.now() - started).toBeLessThan(14_000);
    },
    20_000,
  );

  it.each(
    firstOf(1, [
      ['that the parser refuses', 'hello\r\n\r\n'],
      ['for a malformed address', 'GET /api/%zz HTTP/1.1\r\nHost: sonde.example\r\nConnection: close\r\n\r\n'],
      ['for a malformed page', 'GET /r/%zz HTTP/1.1\r\nHost: sonde.example\r\nConnection: close\r\n\r\n'],
      ['without a Host', 'GET /dns HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['for another Host', 'GET /dns HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n'],
    ]),
  )('%s has HSTS if the public address is https', async (_name, bytes) => {
    const secure = await exchange(await listening({ SONDE_PUBLIC_URL: 'https://sonde.example' }), bytes);
    expect(secure.match(/^strict-transport-security: max-age=63072000; includeSubDomains\r$/gim)).toHaveLength(1);
    const plain = await exchange(await listening({ SONDE_HOSTS: 'sonde.example' }), bytes);
    expect(plain).not.toMatch(/strict-transport-security/i);
  });

  it('after a valid one does not affect the answer to the valid one', async () => {
    const answer = await exchange(
      await listening(),
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n\x00\x01garbage\r\n\r\n',
    );
    expect(answer).not.toContain('200 OK\r\n\r\nHTTP/1.1 400');
    expect(answer.split('HTTP/1.1 ').length).toBeLessThanOrEqual(3);
  });
});
