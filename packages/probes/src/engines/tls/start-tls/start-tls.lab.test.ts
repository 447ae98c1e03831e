import { createServer, type Server, type Socket } from 'node:net';
import type { StartTls } from '@sonde/contract';
import { type MailServer, startPostgresLab, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../../scripts/test/vitest-settings.ts';
import { NetFailure } from '../../../net/net.ts';
import { measureServer } from '../../../testing/measure-server.ts';
import { budgetLimits } from '../connection/budget.ts';
import { startTlsOf } from './switch-to-tls.ts';

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

test('smtp: runs the whole check after the switch to TLS', async () => {
  const startTls = 'smtp';
  const { observed, session, budget } = await measureServer({ port: mail.ports[startTls], host: mail.host, startTls });
  expect(budget.stopped).toBeNull();
  expect(observed.versions['TLSv1.3']).toMatchObject({ isAccepted: true, isComplete: true });
  // It selects DHE without having parameters and closes the connection; other suites must be found nevertheless.
  expect(observed.versions['TLSv1.2'].suites).toContain('TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256');
  expect(observed.versions.TLSv1.isAccepted).toBe(false);
  expect(session?.certificates?.length).toBeGreaterThan(0);
});

const few = { ...budgetLimits, connections: 4 };

test.each([
  ['ftp', 'vsftpd'],
  ['ldap', 'slapd'],
  ['xmpp', 'prosody'],
  ['xmpp-server', 'prosody-server'],
  ['mysql', 'mariadb'],
  ['rdp', 'xrdp'],
] as const)(
  '%s: %s shows its certificate behind the switch',
  async (startTls, name) => {
    const { host, port } = await lab.startStartTls(name);
    const { first, session } = await measureServer({ port, host, startTls, limits: few });
    expect(first.accepted.flight.certificates?.length).toBeGreaterThan(0);
    expect(session?.certificates?.length).toBeGreaterThan(0);
  },
  30_000,
);

test('postgres: reads the certificate after the letter S', async () => {
  const certificate = await lab.certificates.make('rsa');
  const postgres = await startPostgresLab(certificate);
  try {
    const target = { port: postgres.port, host: certificate.host, startTls: 'postgres', limits: few } as const;
    expect((await measureServer(target)).session?.certificates?.length).toBeGreaterThan(0);
  } finally {
    await postgres.stop();
  }
});

inLongSet(test)('postgres without TLS answers N', async () => {
  const postgres = await startPostgresLab();
  try {
    const failure = await measureServer({ port: postgres.port, startTls: 'postgres' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'not-tls' });
  } finally {
    await postgres.stop();
  }
});

test.each(['imap', 'pop3', 'sieve'] as const)(
  '%s: the same switch, and the certificate behind it',
  async (startTls) => {
    const limits = { ...budgetLimits, connections: 4 };
    const server = { port: mail.ports[startTls], host: mail.host, startTls, limits };
    const { first, session } = await measureServer(server);
    expect(first.accepted.flight.certificates?.length).toBeGreaterThan(0);
    expect(session?.certificates?.length).toBeGreaterThan(0);
  },
);

test('selects STARTTLS by port', () => {
  expect([25, 587, 110, 143, 443, 465, 993].map(startTlsOf)).toEqual([
    'smtp',
    'smtp',
    'pop3',
    'imap',
    null,
    null,
    null,
  ]);
  expect([21, 119, 389, 3306, 3389, 4190, 5222, 5269, 5432].map(startTlsOf)).toEqual([
    ...['ftp', 'nntp', 'ldap', 'mysql', 'rdp', 'sieve', 'xmpp', 'xmpp-server', 'postgres'],
  ]);
});

/** A server that sends fixed messages, whatever it receives. */
async function reasonFor(startTls: StartTls, script: readonly string[]): Promise<unknown> {
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const [greeting = '', ...answers] = script;
    if (greeting !== '') socket.write(greeting, 'latin1');
    socket.on('data', () => {
      const answer = answers.shift();
      if (answer !== undefined) socket.write(answer, 'latin1');
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
  test.each(
    firstOf(4, [
      ['SMTP without STARTTLS', 'smtp', ['220 mail\r\n', '250-mail\r\n250 SIZE 1000\r\n'], 'not-tls'],
      ['SMTP that is not ready', 'smtp', ['554 no\r\n'], 'not-tls'],
      ['SMTP that refuses the switch', 'smtp', ['220 mail\r\n', '250 STARTTLS\r\n', '454 no\r\n'], 'not-tls'],
      ['IMAP that refuses the switch', 'imap', ['* OK\r\n', 'a1 BAD\r\n'], 'not-tls'],
      ['POP3 that refuses the switch', 'pop3', ['+OK\r\n', '-ERR\r\n'], 'not-tls'],
      ['a greeting without end', 'smtp', [`220-${'x'.repeat(9000)}\r\n`], 'too-large'],
      ['FTP that knows no TLS', 'ftp', ['220 ready\r\n', '530 Please login with USER and PASS.\r\n'], 'not-tls'],
      // RFC 4642 section 2.2.2.
      ['NNTP that refuses the switch', 'nntp', ['200 news\r\n', '580 Can not initiate TLS negotiation\r\n'], 'not-tls'],
      ['ManageSieve without STARTTLS', 'sieve', ['"IMPLEMENTATION" "x"\r\nOK\r\n'], 'not-tls'],
      [
        'XMPP without STARTTLS',
        'xmpp',
        ['', "<stream:stream version='1.0'><stream:features></stream:features>"],
        'not-tls',
      ],
      // LDAPMessage with the result code protocolError (2).
      ['LDAP that refuses the switch', 'ldap', ['', '0\x0c\x02\x01\x01x\x07\n\x01\x02\x04\x00\x04\x00'], 'not-tls'],
      ['RDP with its own encryption', 'rdp', ['', '\x03\x00\x00\x0b\x06\xd0\x00\x00\x00\x00\x00'], 'not-tls'],
      [
        'MySQL 3.23 without TLS',
        'mysql',
        ['\x28\x00\x00\x00\x0a3.23.58\x00\x01\x00\x00\x00abcdefgh\x00\x2c\x00\x08\x02\x00'.padEnd(44, '\x00')],
        'not-tls',
      ],
      ['another protocol', 'imap', ['SSH-2.0-x\r\n* no\r\n'], 'not-tls'],
    ] as const),
  )('%s', async (_what, startTls, script, reason) => {
    expect(await reasonFor(startTls, script)).toBe(reason);
  });
});
