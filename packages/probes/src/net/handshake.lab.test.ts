import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { startTlsLab, type TlsLab, type TlsServerName } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { HandshakeOptions } from './net.ts';
import { createNodeNet, type NodeNet } from './node-net.ts';

let lab: TlsLab;
let net: NodeNet;
const signal = AbortSignal.timeout(60_000);

beforeAll(async () => {
  lab = await startTlsLab();
  net = createNodeNet({
    resolvers: [],
    allowNetworks: ['127.0.0.0/8'],
    denyTargets: [],
    allowPorts: [{ from: 1, to: 65_535 }],
    trustAnchors: [readFileSync(lab.caFile, 'utf8')],
  });
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

async function shake(port: number, options: Partial<HandshakeOptions> = {}) {
  const target = { host: '127.0.0.1', port, service: 'tls' } as const;
  const connection = await net.connect(target, { connectTimeoutMs: 2000, maxBytes: 1_000_000 }, signal);
  return net.handshake(connection, { serverName: 'rsa.tls.test', timeoutMs: 3000, ...options }, signal);
}

const shakeWith = async (name: TlsServerName, options: Partial<HandshakeOptions> = {}) =>
  shake((await lab.start(name)).port, options);

const reasonOf = (handshake: Promise<unknown>) =>
  handshake.then(
    () => 'no failure',
    (error: { reason: string }) => error.reason,
  );

test('a current client and a current server speak TLS 1.3', async () => {
  const handshake = await shakeWith('openssl-alpn');
  expect(handshake).toMatchObject({
    protocol: 'TLSv1.3',
    cipherSuite: 'TLS_AES_256_GCM_SHA384',
    alpn: 'h2',
    ephemeralKey: { type: 'ECDH', name: 'X25519', bits: 253 },
    sessionId: null,
    staple: null,
    isPermissive: false,
  });
  expect(handshake.certificates).toHaveLength(2);
  expect(handshake.endedAt.getTime()).toBeGreaterThanOrEqual(handshake.startedAt.getTime());
});

test('TLS 1.2 has a session id, a stapled answer is handed out, the chain is as sent', async () => {
  expect(await shakeWith('openssl-no-tickets')).toMatchObject({
    protocol: 'TLSv1.2',
    sessionId: expect.stringMatching(/^[\dA-F]{64}$/),
  });
  const {
    stapled,
    'extra-certificates': extra,
    'reversed-chain': reversed,
  } = await lab.serve(['stapled', 'extra-certificates', 'reversed-chain']);
  expect((await shake(stapled.port)).staple?.length).toBeGreaterThan(300);
  expect((await shake(extra.port)).certificates).toHaveLength(4);
  const [, second] = (await shake(reversed.port)).certificates;
  const { othersFile } = await lab.certificates.make('reversed-chain');
  const pem = `${Buffer.from(second ?? []).toString('base64')}`;
  expect(
    readFileSync(othersFile ?? '', 'utf8')
      .replaceAll('\n', '')
      .split('-----END')[0],
  ).toContain(pem);
});

describe('what a current client cannot come to terms with', () => {
  test('is refused, and tried again with everything that is left', async () => {
    expect(await reasonOf(shakeWith('openssl-tls11'))).toBe('handshake_failed');
    expect(await shakeWith('openssl-tls11', { isPermissive: true })).toMatchObject({
      protocol: 'TLSv1.1',
      isPermissive: true,
    });
    expect(await reasonOf(shakeWith('openssl-null'))).toBe('handshake_failed');
    expect((await shakeWith('openssl-null', { isPermissive: true })).cipherSuite).toContain('NULL');
    const anonymous = await shakeWith('openssl-anonymous', { isPermissive: true });
    expect(anonymous.certificates).toEqual([]);
  });

  test('is an unknown name, or a program too old', async () => {
    expect(await reasonOf(shakeWith('nginx-rejects-handshake'))).toBe('unrecognized_name');
    expect(await reasonOf(shakeWith('old-1.0.0m', { isPermissive: false }))).not.toBe('no failure');
  });
});

describe('a server that speaks no TLS', () => {
  async function listen(onConnection: (socket: Socket) => void): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      onConnection(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  test.each<[string, string, (socket: Socket) => void]>([
    ['a banner', 'not_tls', (socket) => socket.write('220 mail.tls.test ESMTP\r\n')],
    ['HTTP', 'not_tls', (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))],
    ['a reset', 'reset', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['an end', 'reset', (socket) => socket.once('data', () => socket.end())],
    ['silence', 'timeout', () => {}],
  ])('and answers with %s: %s', async (_, reason, onConnection) => {
    expect(await reasonOf(shake(await listen(onConnection), { timeoutMs: 500 }))).toBe(reason);
  });
});

test('a lookup that is given up ends the handshake', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const target = { host: '127.0.0.1', port, service: 'tls' } as const;
  const connection = await net.connect(target, { connectTimeoutMs: 2000, maxBytes: 1_000_000 }, signal);
  const caller = new AbortController();
  const shaking = net.handshake(connection, { serverName: 'rsa.tls.test', timeoutMs: 9000 }, caller.signal);
  caller.abort(new Error('gone'));
  await expect(shaking).rejects.toThrow('gone');
});

test('the anchors are those of the runtime and the operator', () => {
  const anchors = net.trustAnchors();
  expect(anchors.length).toBeGreaterThan(100);
  expect(anchors.at(-1)?.subject).toContain('CN=Lab Root');
  expect(net.trustAnchors()).toBe(anchors);
});
