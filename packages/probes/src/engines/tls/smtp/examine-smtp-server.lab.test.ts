import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type MailServer, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inLongSet, isLong } from '../../../../../../scripts/test/vitest-settings.ts';
import { createMemoryAllowances } from '../../../limits/allowance.ts';
import { createNodeNet, type NodeNet } from '../../../net/node-net.ts';
import { readNetSettings } from '../../../net/settings.ts';
import { createAddressAllowance } from '../connection/address-allowance.ts';
import { examineSmtpServer, type SmtpContext } from './examine-smtp-server.ts';

const isRoot = process.getuid?.() === 0;
const HOST = '127.0.0.1';

let lab: TlsLab;
let mail: MailServer;
let net: NodeNet;
let script: Server | null = null;
const sockets = new Set<Socket>();
const received: string[] = [];

beforeAll(async () => {
  lab = await startTlsLab();
  mail = await lab.startMail();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: HOST,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  received.length = 0;
  await new Promise<void>((closed) => (script ? script.close(() => closed()) : closed()));
  script = null;
});

function examine(target: { port: number; name: string }, more: Partial<SmtpContext> = {}) {
  const context = { net, allowance: createAddressAllowance(null), signal: AbortSignal.timeout(30_000), ...more };
  return examineSmtpServer({ address: HOST, ...target }, context);
}

const linesOf = (file: string) => readFile(file, 'utf8').then((text) => text.split('\n'));

/** Postfix's last log line about the session, which it may write late; the lab has connected before, without commands. */
async function sessionInLog(port: number, name: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const lines = await linesOf(join(lab.directory, `${name}-${port}`, 'log'));
    const line = lines.findLast((one) =>
      /disconnect from (?!.* commands=0\/0$)|lost connection after (?!CONNECT )|SSL_accept error/.test(one),
    );
    if (line !== undefined) return line;
    await pause(50);
  }
  throw new Error('no session in the log');
}

test('Dovecot: has a greeting, extensions, a trusted certificate, and the data for DANE', async () => {
  const found = await examine({ port: mail.ports.smtp, name: mail.host });
  expect(found).toMatchObject({
    address: HOST,
    greeting: expect.stringMatching(/^220 mail\.tls\.test /),
    extensions: expect.arrayContaining(['STARTTLS', 'PIPELINING']),
    offersStartTls: true,
    problem: null,
    session: {
      protocol: 'TLSv1.3',
      cipherSuite: expect.stringMatching(/^TLS_/),
      judgement: { valid: true, reasons: [], observations: [] },
    },
  });
  const [leaf] = found.session?.certificates ?? [];
  const fingerprint = createHash('sha256')
    .update(leaf ?? '')
    .digest('hex');
  const shown = found.session?.judgement.fields.certificateFingerprints?.['SHA-256'] ?? '';
  expect(shown.replaceAll(':', '').toLowerCase()).toBe(fingerprint);
});

inLongSet(test)('a certificate for another name is invalid, although STARTTLS is offered', async () => {
  const found = await examine({ port: mail.ports.smtp, name: 'mx.elsewhere.test' });
  expect(found).toMatchObject({ offersStartTls: true, problem: null });
  expect(found.session?.judgement).toMatchObject({ valid: false, reasons: ['hostname_mismatch'] });
});

describe.runIf(isRoot)('Postfix (needs root)', () => {
  test.each(isLong ? [['postfix-tls12', 'TLSv1.2'] as const] : [['postfix', 'TLSv1.3'] as const])(
    '%s: %s, and a session that ends with QUIT behind TLS',
    async (program, protocol) => {
      const { port, host } = await lab.startProgram(program);
      const found = await examine({ port, name: host });
      expect(found).toMatchObject({ greeting: '220 mail.tls.test ESMTP Postfix', problem: null });
      expect(found.session).toMatchObject({ protocol, judgement: { valid: true } });
      const line = await sessionInLog(port, program);
      expect(line).toMatch(/disconnect from .* ehlo=1 starttls=1 quit=1 commands=3$/);
    },
  );

  inLongSet(test)('an expired certificate', async () => {
    const { port, host } = await lab.startProgram('postfix-expired');
    const found = await examine({ port, name: host });
    expect(found.session?.judgement).toMatchObject({ valid: false, reasons: ['expired'] });
  });

  test('without STARTTLS, the dialog ends with QUIT and reports no problem', async () => {
    const { port, host } = await lab.startProgram('postfix-without-tls');
    expect(await examine({ port, name: host })).toMatchObject({
      extensions: expect.arrayContaining(['8BITMIME']),
      offersStartTls: false,
      session: null,
      problem: null,
    });
    expect(await sessionInLog(port, 'postfix-without-tls')).toMatch(/ ehlo=1 quit=1 commands=2$/);
  });
});

/** A server that sends a greeting and answers each line in turn; null: it closes the connection; empty: it stays silent. */
async function scripted(greeting: string | null, answers: readonly (string | null)[] = []): Promise<number> {
  const left = [...answers];
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (greeting === null) socket.destroy();
    else if (greeting !== '') socket.write(greeting, 'latin1');
    socket.on('data', (bytes) => {
      received.push(bytes.toString('latin1'));
      const answer = left.shift();
      if (answer === null) socket.end();
      else if (answer) socket.write(answer, 'latin1');
    });
  });
  script = listening;
  await new Promise<void>((ready) => listening.listen(0, HOST, ready));
  const address = listening.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const ehlo = '250-mx.test\r\n250-SIZE 1000\r\n250-STARTTLS\r\n250 8BITMIME\r\n';
const short = { deadlineMs: 400 };

describe('a server that does not reach TLS', () => {
  test.each([
    [
      'is busy',
      ['421 4.3.2 Too busy, \x1b[31mtry later\r\n'],
      { greeting: '421 4.3.2 Too busy, [31mtry later', offersStartTls: null },
      { step: 'greeting', reason: null, reply: { code: 421 } },
      'The server greets with: 421 4.3.2 Too busy, [31mtry later',
    ],
    [
      'lists us',
      ['554-Blocked by policy\r\n554 see https://example.test/\r\n'],
      { offersStartTls: null },
      { step: 'greeting', reply: { code: 554 } },
      'The server greets with: 554 Blocked by policy see https://example.test/',
    ],
    [
      'defers at EHLO',
      ['220 mx\r\n', '450 4.7.1 Greylisted, come back in 300 seconds\r\n'],
      { greeting: '220 mx', extensions: null, offersStartTls: null },
      { step: 'ehlo', reply: { code: 450 } },
      'The server answers EHLO with: 450 4.7.1 Greylisted, come back in 300 seconds',
    ],
    [
      'has no TLS at the moment',
      ['220 mx\r\n', ehlo, '454 4.7.0 TLS not available due to local problem\r\n'],
      { extensions: ['SIZE 1000', 'STARTTLS', '8BITMIME'], offersStartTls: true },
      { step: 'starttls', reply: { code: 454 } },
      'The server answers STARTTLS with: 454 4.7.0 TLS not available due to local problem',
    ],
    [
      'promises STARTTLS and hangs',
      ['220 mx\r\n', '250-mx\r\n250-STARTTLS\r\n'],
      { offersStartTls: null },
      { step: 'ehlo', reason: 'timeout', reply: null },
      'The server did not send an answer to EHLO in time. It had sent: 250-mx 250-STARTTLS',
    ],
    [
      'hangs at STARTTLS',
      ['220 mx\r\n', ehlo, ''],
      { offersStartTls: true },
      { step: 'starttls', reason: 'timeout' },
      'The server did not send an answer to STARTTLS in time.',
    ],
    [
      'hangs at the ClientHello',
      ['220 mx\r\n', ehlo, '220 go\r\n', ''],
      { offersStartTls: true },
      { step: 'handshake', reason: 'timeout' },
      'The server did not send an answer to the ClientHello in time.',
    ],
    [
      'is a tarpit',
      ['220-wait\r\n220-a little\r\n220-'],
      { greeting: null, offersStartTls: null },
      { step: 'greeting', reason: 'timeout' },
      'The server did not send a greeting in time. It had sent: 220-wait 220-a little 220-',
    ],
    [
      'closes at once',
      [null],
      { greeting: null },
      { step: 'greeting', reason: 'reset' },
      'The server closed the connection instead of sending a greeting.',
    ],
    [
      'closes after STARTTLS',
      ['220 mx\r\n', ehlo, '220 go\r\n', null],
      { offersStartTls: true },
      { step: 'handshake', reason: 'handshake-failed' },
      'The server ends the connection at the ClientHello.',
    ],
    [
      'answers the ClientHello in plain text',
      ['220 mx\r\n', ehlo, '220 go\r\n', '500 5.5.2 what?\r\n'],
      { offersStartTls: true },
      { step: 'handshake', reason: 'not-tls' },
      'After STARTTLS, the server sends data that is not TLS.',
    ],
    [
      'refuses the handshake',
      ['220 mx\r\n', ehlo, '220 go\r\n', '\x15\x03\x01\x00\x02\x02\x28'],
      { offersStartTls: true },
      { step: 'handshake', reason: 'handshake-failed' },
      'The server answers the ClientHello with the alert handshake_failure.',
    ],
    [
      'is no mail server',
      ['SSH-2.0-OpenSSH_9.2\r\n'],
      { greeting: null },
      { step: 'greeting', reason: 'invalid-response' },
      'The server does not speak SMTP. It had sent: SSH-2.0-OpenSSH_9.2',
    ],
    [
      'never ends',
      [`220-${'x'.repeat(70_000)}`],
      { greeting: null },
      { step: 'greeting', reason: 'too-large' },
      expect.stringMatching(/^The server did not finish a greeting\. It had sent: 220-x{496}$/),
    ],
  ])('%s', async (_what, [greeting = '', ...answers], known, problem, evidence) => {
    const port = await scripted(greeting, answers);
    const found = await examine({ port, name: 'mx.test' }, short);
    expect(found).toMatchObject({ session: null, ...known, problem });
    expect(found.problem?.evidence).toEqual(evidence);
  });

  inLongSet(test)('rejects EHLO, so it has no STARTTLS', async () => {
    const port = await scripted('220 old\r\n', ['502 Command not implemented\r\n', null]);
    const found = await examine({ port, name: 'mx.test' });
    expect(found).toMatchObject({ extensions: null, offersStartTls: false, problem: null });
    expect(received).toEqual(['EHLO sonde\r\n', 'QUIT\r\n']);
  });

  inLongSet(test)('refuses connections', async () => {
    const port = await scripted('');
    await new Promise<void>((closed) => script?.close(() => closed()));
    const found = await examine({ port, name: 'mx.test' });
    expect(found.problem).toMatchObject({ step: 'connect', reason: 'connection-refused' });
  });
});

test('ignores STARTTLS that is not on a line of its own', async () => {
  const port = await scripted('220 mx\r\n', ['250-mx.test\r\n250-XSTARTTLS\r\n250 STARTTLSX\r\n', null]);
  expect(await examine({ port, name: 'mx.test' })).toMatchObject({ offersStartTls: false, problem: null });
});

test('sends no mail commands, whatever the server replies', async () => {
  const port = await scripted('220 mx\r\n', ['250 mx\r\n', '221 bye\r\n']);
  await examine({ port, name: 'mx.test' });
  expect(received.join('')).toBe('EHLO sonde\r\nQUIT\r\n');
});

test('stops when the caller aborts', async () => {
  const port = await scripted('');
  const caller = new AbortController();
  const examining = examine({ port, name: 'mx.test' }, { signal: caller.signal });
  setTimeout(() => caller.abort(new Error('the visitor has left')), 50);
  await expect(examining).rejects.toThrow('the visitor has left');
});

inLongSet(test)('counts each examination towards the connections to an address', async () => {
  const connections = createMemoryAllowances({ units: 1, windowMs: 60_000 }, () => 0);
  const port = await scripted('421 busy\r\n');
  const allowance = createAddressAllowance(connections);
  await examine({ port, name: 'mx.test' }, { allowance });
  await expect(examine({ port, name: 'mx.test' }, { allowance })).rejects.toMatchObject({ code: 'rate-limited' });
});
