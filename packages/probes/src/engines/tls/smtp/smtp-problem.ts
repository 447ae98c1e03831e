import type { FailureReason } from '@sonde/contract/failure';
import { NetFailure } from '../../../net/net.ts';
import { alertName } from '../../../protocols/tls-records/registries/alerts.ts';
import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';
import { type Budget, CheckStopped } from '../connection/budget.ts';
import type { SmtpDialog, SmtpReply } from './smtp-dialog.ts';
import type { SmtpProblem, SmtpStep } from './smtp-result.ts';

/** What the client was waiting for, as part of a sentence. */
const awaited: Readonly<Record<Exclude<SmtpStep, 'connect'>, string>> = {
  greeting: 'a greeting',
  ehlo: 'an answer to EHLO',
  starttls: 'an answer to STARTTLS',
  handshake: 'an answer to the ClientHello',
};

const replied: Readonly<Record<'greeting' | 'ehlo' | 'starttls', string>> = {
  greeting: 'The server greets with',
  ehlo: 'The server answers EHLO with',
  starttls: 'The server answers STARTTLS with',
};

/** Servers may send long greetings; a sentence quotes this much of them. */
const MAX_WORDS = 500;

/** A reply on one line: its code and its text. */
export function wordsOf({ code, lines }: SmtpReply): string {
  return `${code} ${lines.join(' ')}`.trim().slice(0, MAX_WORDS);
}

/** The server's reply was a refusal. */
export function refusal(step: keyof typeof replied, reply: SmtpReply): SmtpProblem {
  return { step, reason: null, reply, evidence: `${replied[step]}: ${wordsOf(reply)}` };
}

/** `alert`: null if the server closed the connection, or selected a version that is not accepted here. */
export function failedHandshake(alert: number | null): SmtpProblem {
  const evidence =
    alert === null
      ? 'The server ends the connection at the ClientHello.'
      : `The server answers the ClientHello with the alert ${alertName(alert)}.`;
  return { step: 'handshake', reason: 'handshake-failed', reply: null, evidence };
}

/** The problem that an error reveals about the server. @throws errors that the server did not cause */
export function problemOf(
  error: unknown,
  dialog: SmtpDialog | null,
  step: SmtpStep,
  { signal }: Pick<Budget, 'signal'>,
): SmtpProblem {
  const reason = reasonOf(error, step, signal);
  if (reason === null) throw error;
  const soFar = dialog?.unfinished() ?? '';
  const evidence = `${sentenceFor(reason, step, error)}${soFar === '' ? '' : ` It had sent: ${soFar.slice(0, MAX_WORDS)}`}`;
  return { step, reason, reply: null, evidence };
}

function reasonOf(error: unknown, step: SmtpStep, signal: AbortSignal): FailureReason | null {
  if (error instanceof CheckStopped || (signal.aborted && signal.reason instanceof CheckStopped)) return 'timeout';
  if (error instanceof TlsFormatError) return 'not-tls';
  if (!(error instanceof NetFailure)) return null;
  return step === 'handshake' && error.reason === 'invalid-response' ? 'not-tls' : error.reason;
}

function sentenceFor(reason: FailureReason, step: SmtpStep, error: unknown): string {
  if (reason === 'handshake-failed' && error instanceof NetFailure) {
    return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
  }
  if (step === 'connect') return connectSentences.get(reason) ?? 'No connection to the server could be opened.';
  if (reason === 'timeout') return `The server did not send ${awaited[step]} in time.`;
  if (reason === 'reset') return `The server closed the connection instead of sending ${awaited[step]}.`;
  if (reason === 'invalid-response') return 'The server does not speak SMTP.';
  if (reason === 'too-large') return `The server did not finish ${awaited[step]}.`;
  if (reason === 'not-tls') return 'After STARTTLS, the server sends data that is not TLS.';
  return `The server did not send ${awaited[step]}.`;
}

const connectSentences: ReadonlyMap<FailureReason, string> = new Map([
  ['timeout', 'The server did not accept a connection in time.'],
  ['connection-refused', 'The server refuses connections to this port.'],
  ['unreachable', 'There is no route to the address of the server.'],
  ['reset', 'The server reset the connection.'],
  ['special-use', 'The address of the server is not public, so Sonde did not contact it.'],
  ['denied', 'The operator of the Sonde server has blocked the address of the server.'],
  ['outside-demo', 'The server is not a host of this demo, so nothing was sent to it.'],
  ['not-allowed-port', 'Checks of this port are not allowed.'],
]);
