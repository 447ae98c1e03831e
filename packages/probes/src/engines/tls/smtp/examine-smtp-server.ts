import { type Net, NetFailure } from '../../../net/net.ts';
import { suiteName } from '../../../protocols/tls-records/registries/suites.ts';
import { versionName, versions } from '../../../protocols/tls-records/registries/versions.ts';
import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';
import { countDecoding } from '../../../work/work.ts';
import { judgeCertificates } from '../certificate/judge.ts';
import type { AddressAllowance } from '../connection/address-allowance.ts';
import { type Budget, CheckStopped, createBudget } from '../connection/budget.ts';
import { connectLimits } from '../connection/open-peer.ts';
import { createTlsConnection, type TlsConnection } from '../connection/tls-connection.ts';
import { currentGroups } from '../handshake/client-key.ts';
import { ownHello } from '../handshake/current-hello.ts';
import { type NegotiationResult, negotiate } from '../handshake/negotiate.ts';
import { commonSuites } from '../handshake/suite-selection.ts';
import { createSmtpDialog, type SmtpDialog } from './smtp-dialog.ts';
import { failedHandshake, problemOf, refusal, wordsOf } from './smtp-problem.ts';
import type { SmtpExamination, SmtpSession, SmtpStep } from './smtp-result.ts';

export interface SmtpTarget {
  /** A literal address of the server. */
  readonly address: string;
  /** The server's name in A-labels: sent in server_name, and the certificate is judged for it. */
  readonly name: string;
  /** Default: 25. */
  readonly port?: number;
}

export interface SmtpContext {
  readonly net: Net;
  readonly allowance: AddressAllowance;
  readonly signal: AbortSignal;
  /** Milliseconds for the whole dialog; default: 10 s. */
  readonly deadlineMs?: number;
}

const SMTP_PORT = 25;
const DEADLINE_MS = 10_000;
const MAX_BYTES = 420_000;
/** The name sent in EHLO, as in the checks of the SSL tool. */
const CLIENT_NAME = 'sonde';
/** Mail servers are often older than browsers: offers everything from TLS 1.0 to 1.3. */
const suites = [...commonSuites(versions['TLSv1.3']), ...commonSuites(versions['TLSv1.2'])];
/** Milliseconds that the server may take to answer QUIT. */
const FAREWELL_MS = 1000;

type Progress = { -readonly [Key in keyof SmtpExamination]: SmtpExamination[Key] } & { step: SmtpStep };

/**
 * Determines on one connection to a mail server whether it offers STARTTLS (RFC 3207), makes the handshake, judges the
 * certificate for the server's name, and sends QUIT. Neither MAIL nor RCPT is sent. Whatever the server does is a result.
 * @throws ToolError `rate-limited` when the allowance of the address is used up, or the signal's reason
 */
export async function examineSmtpServer(
  target: SmtpTarget,
  { net, allowance, signal, deadlineMs = DEADLINE_MS }: SmtpContext,
): Promise<SmtpExamination> {
  await allowance.takeOne(target.address, signal);
  const budget = createBudget({ connections: 1, bytes: MAX_BYTES, timeMs: deadlineMs, atOnce: 1 }, signal);
  const known: Progress = {
    step: 'connect',
    address: target.address,
    greeting: null,
    extensions: null,
    offersStartTls: null,
    session: null,
    problem: null,
  };
  try {
    await talk(target, net, budget, known);
  } finally {
    budget.close();
  }
  signal.throwIfAborted();
  const { step: _, ...examination } = known;
  return examination;
}

async function talk(target: SmtpTarget, net: Net, budget: Budget, known: Progress): Promise<void> {
  let dialog: SmtpDialog | null = null;
  let close = () => {};
  try {
    const startedAt = performance.now();
    const { address, port = SMTP_PORT } = target;
    const opened = await net.connect({ host: address, port, service: 'tls' }, connectLimits, budget.signal);
    close = () => opened.close();
    const roundTripMs = performance.now() - startedAt;
    const connection = createTlsConnection(opened, budget);
    dialog = createSmtpDialog(connection);
    if (await isReadyForTls(dialog, known)) {
      known.step = 'handshake';
      await makeHandshake(connection, { target, net, roundTripMs, signal: budget.signal }, known);
    } else await regardless(sayQuit(dialog, connection));
  } catch (error) {
    known.problem = problemOf(error, dialog, known.step, budget);
  } finally {
    close();
  }
}

/** Runs the dialog up to the reply to STARTTLS, recording what the server sends; false if no handshake follows. */
async function isReadyForTls(dialog: SmtpDialog, known: Progress): Promise<boolean> {
  known.step = 'greeting';
  const greeting = await dialog.read();
  known.greeting = wordsOf(greeting);
  if (greeting.code !== 220) known.problem = refusal('greeting', greeting);
  if (known.problem !== null) return false;
  known.step = 'ehlo';
  await dialog.send(`EHLO ${CLIENT_NAME}`);
  const ehlo = await dialog.read();
  // Without EHLO there are no extensions (RFC 5321 section 4.1.1.1).
  if (ehlo.code === 500 || ehlo.code === 502) known.offersStartTls = false;
  else if (ehlo.code !== 250) known.problem = refusal('ehlo', ehlo);
  if (ehlo.code !== 250) return false;
  known.extensions = ehlo.lines.slice(1);
  known.offersStartTls = known.extensions.some((line) => /^STARTTLS\s*$/i.test(line));
  if (!known.offersStartTls) return false;
  known.step = 'starttls';
  await dialog.send('STARTTLS');
  const ready = await dialog.read();
  if (ready.code !== 220) known.problem = refusal('starttls', ready);
  return known.problem === null;
}

/** Waits for the reply to QUIT. A server that closes the connection instead does not invalidate its earlier replies. */
async function regardless(farewell: Promise<void>): Promise<void> {
  try {
    await farewell;
  } catch (error) {
    const isServers = error instanceof NetFailure || error instanceof TlsFormatError || error instanceof CheckStopped;
    if (!isServers) throw error;
  }
}

async function sayQuit(dialog: SmtpDialog, connection: TlsConnection): Promise<void> {
  await dialog.send('QUIT');
  await connection.receiveWithin(FAREWELL_MS);
}

interface HandshakeContext {
  readonly target: SmtpTarget;
  readonly net: Net;
  readonly roundTripMs: number;
  readonly signal: AbortSignal;
}

async function makeHandshake(
  connection: TlsConnection,
  { target, net, roundTripMs, signal }: HandshakeContext,
  known: Progress,
): Promise<void> {
  const { address, name, port = SMTP_PORT } = target;
  const peer = { address, port, serverName: name, startTls: null };
  // SMTP has no application protocol name (RFC 7301).
  const hello = ownHello({ peer, without: [] }, { suites, groups: currentGroups, alpn: null });
  let alert: number | null = null;
  const onAlert = (description: number) => {
    alert = description;
  };
  const result = await negotiate(connection, { roundTripMs }, hello, {
    isBrief: true,
    oldestVersion: versions.TLSv1,
    onAlert,
  });
  // A server that aborts the handshake cannot receive mail over it, whatever it presented before.
  if (result === null || alert !== null || result.sayLast === null) {
    known.problem = failedHandshake(alert);
    return;
  }
  known.session = countDecoding(signal, () => judged(result, name, net));
  await regardless(sayQuitInTls(result, connection));
}

function judged({ parameters }: NegotiationResult, name: string, net: Net): SmtpSession {
  const { version, suite, certificates, ocspResponse } = parameters;
  return {
    protocol: versionName(version),
    cipherSuite: suiteName(suite),
    certificates,
    judgement: judgeCertificates({
      served: certificates,
      staple: ocspResponse,
      host: name,
      anchors: net.trustAnchors(),
      now: new Date(),
    }),
  };
}

/** Ends the session properly, so that the server does not log a client that disconnects during a handshake. */
async function sayQuitInTls({ sayLast }: NegotiationResult, connection: TlsConnection): Promise<void> {
  if (sayLast === null || !(await sayLast(Buffer.from('QUIT\r\n')))) return;
  const end = performance.now() + FAREWELL_MS;
  for (;;) {
    const bytes = await connection.receiveWithin(Math.max(0, end - performance.now()));
    if (bytes === null || bytes === undefined) return;
  }
}
