import { createServer, type Server, type Socket } from 'node:net';
import { type MailServer, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NetFailure } from '../../net/net.ts';
import { measureServer } from '../../testing/measure-server.ts';
import { budgetLimits } from './budget.ts';
import { type StartTls, startTlsOf } from './start-tls.ts';

let lab: TlsLab;
let mail: MailServer;
let server: Server | null = null;
const sockets = new Set<Socket>();

beforeAll(async () => {
  lab = await startTlsLab();
  mail = await lab.startMail();
});
afterAll(() => lab?.stop());
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((closed) => (server ? server.close(() => closed()) : closed()));
  server = null;
});

test('smtp: the whole check behind the switch to TLS', async () => {
  const startTls = 'smtp';
  const { observed, session, budget } = await measureServer({ port: mail.ports[startTls], host: mail.host, startTls });
  expect(budget.stopped).toBeNull();
  expect(observed.versions['TLSv1.3']).toMatchObject({ isAccepted: true, isComplete: true });
  // It picks DHE, has no parameters for it and hangs up: what is beyond must be found all the same.
  expect(observed.versions['TLSv1.2'].suites).toContain('TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256');
  expect(observed.versions.TLSv1.isAccepted).toBe(false);
  expect(session?.certificates?.length).toBeGreaterThan(0);
});

test.each(['imap', 'pop3'] as const)('%s: the same switch, and the certificate behind it', async (startTls) => {
  const limits = { ...budgetLimits, connections: 4 };
  const server = { port: mail.ports[startTls], host: mail.host, startTls, limits };
  const { first, session } = await measureServer(server);
  expect(first.accepted.flight.certificates?.length).toBeGreaterThan(0);
  expect(session?.certificates?.length).toBeGreaterThan(0);
});

test('which ports begin in plain text', () => {
  expect([25, 110, 143, 443, 465, 993].map(startTlsOf)).toEqual(['smtp', 'pop3', 'imap', null, null, null]);
});

/** A server that says its part whatever it hears. */
async function reasonFor(startTls: StartTls, script: readonly string[]): Promise<unknown> {
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const [greeting = '', ...answers] = script;
    socket.write(greeting);
    socket.on('data', () => {
      const answer = answers.shift();
      if (answer !== undefined) socket.write(answer);
    });
  });
  server = listening;
  await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready));
  const address = listening.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const failure = await measureServer({ port, startTls }).catch((error: unknown) => error);
  return failure instanceof NetFailure ? failure.reason : failure;
}

describe('a dialog that does not lead to TLS', () => {
  test.each([
    ['SMTP without STARTTLS', 'smtp', ['220 mail\r\n', '250-mail\r\n250 SIZE 1000\r\n'], 'not_tls'],
    ['SMTP that is not ready', 'smtp', ['554 no\r\n'], 'not_tls'],
    ['SMTP that refuses the switch', 'smtp', ['220 mail\r\n', '250 STARTTLS\r\n', '454 no\r\n'], 'not_tls'],
    ['IMAP that refuses the switch', 'imap', ['* OK\r\n', 'a1 BAD\r\n'], 'not_tls'],
    ['POP3 that refuses the switch', 'pop3', ['+OK\r\n', '-ERR\r\n'], 'not_tls'],
    ['a greeting without end', 'smtp', [`220-${'x'.repeat(9000)}\r\n`], 'too_large'],
    ['another protocol', 'imap', ['SSH-2.0-x\r\n* no\r\n'], 'not_tls'],
  ] as const)('%s', async (_what, startTls, script, reason) => {
    expect(await reasonFor(startTls, script)).toBe(reason);
  });
});
