import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { TlsLab } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type ProgressPart, type SslChecks } from '../../../testing/ssl-checks.ts';

let checks: SslChecks;
let lab: TlsLab;
const sockets: Socket[] = [];

beforeAll(async () => {
  checks = await openSslChecks();
  ({ lab } = checks);
});
afterAll(() => checks?.stop());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

type Answer = Awaited<ReturnType<SslChecks['check']>>;

const codesOf = ({ findings = [] }: Answer) =>
  findings.map(({ code }) => code).filter((code) => code.startsWith('http3'));
const fingerprintOf = ({ certificateFingerprints }: Answer) => certificateFingerprints['SHA-256'];

/** A UDP socket at the port of a server of TCP, which does this with every datagram. */
async function listenAt(port: number, onDatagram: (socket: Socket, datagram: Buffer, from: number) => void) {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (datagram, from) => onDatagram(socket, datagram, from.port));
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
}

test('Caddy speaks HTTP/3 with the same certificate as over TCP', async () => {
  const parts: ProgressPart[] = [];
  const answer = await checks.check(await lab.startProgram('caddy'), parts);
  expect(answer.quic).toMatchObject({ h3: true, reason: 'handshake', alpn: 'h3', group: 'x25519', isProven: true });
  expect(answer.quic?.certificate).toMatchObject({ fingerprint: fingerprintOf(answer), valid: true, chainLength: 2 });
  expect(codesOf(answer)).toEqual(['http3']);
  expect(parts).toContainEqual({ stage: 'quic', quic: answer.quic });
});

test.each(
  firstOf(1, [
    ['ngtcp2-p256', 'note', { valid: true, reasons: [] }],
    ['ngtcp2-long-certificate', 'warn', { valid: false, reasons: ['hostname_mismatch'] }],
  ] as const),
)('another certificate over QUIC is told: %s is a %s', async (name, state, certificate) => {
  const { rsa } = await lab.serve(['rsa']);
  await lab.startQuic(name, rsa.port);
  const answer = await checks.check(rsa);
  expect(answer.quic).toMatchObject({ h3: true, isProven: true, certificate });
  expect(answer.quic?.certificate?.fingerprint).not.toBe(fingerprintOf(answer));
  expect(answer.findings).toContainEqual(expect.objectContaining({ code: 'http3-other-certificate', state }));
  expect(answer.valid).toBe(true);
});

inLongSet(test)('a closed port is no HTTP/3, and no finding', async () => {
  const answer = await checks.check(await lab.start('nginx-modern'));
  expect(answer.quic).toMatchObject({ h3: false, reason: 'closed', certificate: null });
  expect(codesOf(answer)).toEqual([]);
});

test('a port that stays silent says nothing', async () => {
  const { ecdsa } = await lab.serve(['ecdsa']);
  let heard = 0;
  await listenAt(ecdsa.port, () => {
    heard += 1;
  });
  const answer = await checks.check(ecdsa);
  expect(answer.quic).toMatchObject({ h3: null, reason: 'silent', versions: null });
  expect(codesOf(answer)).toEqual([]);
  expect(heard).toBeGreaterThan(0);
  // A silent address gets the question for versions only, twice at most.
  expect(heard).toBeLessThanOrEqual(2);
});

test('a server that sends back garbage is no answer either', async () => {
  const { stapled } = await lab.serve(['stapled']);
  await listenAt(stapled.port, (socket, datagram, from) => {
    for (let count = 0; count < 20; count += 1)
      socket.send(
        datagram.map((octet) => octet ^ 0x55),
        from,
        '127.0.0.1',
      );
  });
  const answer = await checks.check(stapled);
  expect(answer.quic).toMatchObject({ h3: null, certificate: null, versions: null });
  expect(answer.valid).toBe(true);
});

inLongSet(test)('a mail server is not asked', async () => {
  const mail = await lab.startMail();
  const answer = await checks.check({ host: mail.host, port: mail.ports.smtp }, [], { starttls: 'smtp' });
  expect(answer.quic).toBeNull();
});
