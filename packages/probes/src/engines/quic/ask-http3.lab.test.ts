import { X509Certificate } from 'node:crypto';
import { gtlsclient, type QuicServerName, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { secp256r1, secp384r1, x25519 } from '../../protocols/tls-records/registries/groups.ts';
import { askHttp3, type Http3Answer } from './ask-http3.ts';

const loopback = '127.0.0.1';
const never = new AbortController().signal;
let lab: TlsLab;
let net: NodeNet;

beforeAll(async () => {
  lab = await startTlsLab();
  net = createNodeNet({
    resolvers: [],
    allowNetworks: ['127.0.0.0/8'],
    denyTargets: [],
    allowPorts: [{ from: 1, to: 65_535 }],
  });
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

const ask = (host: string, port: number, signal = never): Promise<Http3Answer> =>
  askHttp3(net, { host, address: loopback, port, service: 'tls' }, signal);

async function askServer(name: QuicServerName): Promise<Http3Answer & { readonly host: string }> {
  const { host, port } = await lab.startQuic(name);
  return { ...(await ask(host, port)), host };
}

const spoken = { h3: true, reason: 'handshake', detail: null, alpn: 'h3', version: '00000001', isProven: true };

function namesOf({ certificates }: Http3Answer): string {
  return new X509Certificate(certificates?.[0] ?? new Uint8Array()).subjectAltName ?? '';
}

test('Caddy: the versions that it names, and a handshake with its certificate', async () => {
  const { host, port } = await lab.startProgram('caddy');
  const answer = await ask(host, port);
  expect(answer).toMatchObject({ ...spoken, suite: 0x1301, group: x25519, retry: false, needsShortHello: false });
  expect(answer.versions).toContain('00000001');
  expect(namesOf(answer)).toContain(host);
  expect(answer.certificates).toHaveLength(2);
  expect(answer.handshakeMs).toBeGreaterThan(0);
});

describe('ngtcp2', () => {
  test.each([
    ['ngtcp2', { group: x25519, suite: 0x1301, retry: false }],
    ['ngtcp2-retry', { group: x25519, retry: true }],
    ['ngtcp2-p256', { group: secp256r1, retry: false }],
    ['ngtcp2-retry-p384', { group: secp384r1, retry: true }],
    ['ngtcp2-chacha20', { suite: 0x1303 }],
    ['ngtcp2-aes256', { suite: 0x1302 }],
    ['ngtcp2-long-certificate', {}],
    ['ngtcp2-client-certificate', {}],
  ] as const)('%s', async (name, expected) => {
    const answer = await askServer(name);
    expect(answer).toMatchObject({ ...spoken, ...expected });
    expect(namesOf(answer)).toContain(answer.host);
  });
});

test('a server without a suite of browsers refuses', async () => {
  expect(await askServer('ngtcp2-ccm')).toMatchObject({ h3: false, reason: 'refused', certificates: null });
});

test.each([
  ['ngtcp2', 'AES-128-GCM', 0x1301],
  ['ngtcp2-retry', 'AES-128-GCM', 0x1301],
  ['ngtcp2-chacha20', 'CHACHA20-POLY1305', 0x1303],
  ['ngtcp2-aes256', 'AES-256-GCM', 0x1302],
] as const)('ngtcp2’s own client sees the same at %s', async (name, cipher, suite) => {
  const { host, port } = await lab.startQuic(name);
  expect(await gtlsclient(host, port)).toEqual({ alpn: 'h3', cipher });
  expect(await ask(host, port)).toMatchObject({ h3: true, alpn: 'h3', suite });
});

test('a server of TCP alone has a closed port, which is an answer', async () => {
  const { host, port } = await lab.start('openssl-modern');
  expect(await ask(host, port)).toMatchObject({ h3: false, reason: 'closed', versions: null, certificates: null });
});

test('the guard is asked first, for the port as well', async () => {
  const guarded = createNodeNet({ resolvers: [], allowNetworks: [], denyTargets: [], allowPorts: [] });
  try {
    const target = { host: 'rsa.tls.test', address: loopback, port: 443, service: 'web' } as const;
    await expect(askHttp3(guarded, target, never)).rejects.toMatchObject({ reason: 'special-use' });
    const other = { ...target, address: '192.0.2.1', port: 444 };
    await expect(askHttp3(guarded, other, never)).rejects.toMatchObject({ reason: 'not-allowed-port' });
  } finally {
    guarded.close();
  }
});
