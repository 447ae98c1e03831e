// engines/tls/smtp/: tests whether a mail server can receive mail over TLS, and with which certificate.

import { NetFailure } from '../../../net/net.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';

/** One reply of a mail server (RFC 5321 section 4.2). */
export interface SmtpReply {
  readonly code: number;
  /** The lines without their code. */
  readonly lines: readonly string[];
}

export interface SmtpDialog {
  /** @throws NetFailure `reset` or `too-large`, `not-smtp` as `invalid-response`, or the reason of the budget's signal */
  read(): Promise<SmtpReply>;
  send(command: string): Promise<void>;
  /** The received part of an incomplete reply; empty if nothing was received. */
  unfinished(): string;
}

/** Ordinary greetings have one line, and ordinary replies to EHLO some twenty. */
const MAX_REPLY = 16_384;
const LINE = /^(\d{3})(?:([ -])(.*))?$/;

/** Speaks SMTP on a connection. Texts have no control characters, and are not longer than the limit of a reply. */
export function createSmtpDialog(connection: TlsConnection): SmtpDialog {
  let buffered = '';
  return {
    async read() {
      buffered = '';
      for (;;) {
        const reply = replyIn(buffered);
        if (reply !== null) {
          // Anything that follows was sent too early and is not protected (CVE-2011-0411).
          buffered = '';
          return reply;
        }
        if (buffered.length > MAX_REPLY) throw new NetFailure('too-large', 'the server does not end its reply');
        const bytes = await connection.receive();
        if (bytes === null) throw new NetFailure('reset', 'the server closed the connection');
        buffered += Buffer.from(bytes).toString('latin1');
      }
    },
    send: (command) => connection.send(Buffer.from(`${command}\r\n`)),
    unfinished: () => plainText(buffered),
  };
}

/** The complete reply at the start of a text; null if its last line is missing. @throws NetFailure `invalid-response` */
function replyIn(text: string): SmtpReply | null {
  const lines: string[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, code, separator, words = ''] = LINE.exec(line.trimEnd()) ?? [];
    if (code === undefined) throw new NetFailure('invalid-response', 'the server does not speak SMTP');
    lines.push(plainText(words));
    if (separator !== '-') return { code: Number(code), lines };
  }
  return null;
}

/** Decoded as UTF-8 if valid (RFC 6531), and without control characters. */
function plainText(octets: string): string {
  const bytes = Buffer.from(octets, 'latin1');
  const text = Buffer.compare(Buffer.from(bytes.toString('utf8')), bytes) === 0 ? bytes.toString('utf8') : octets;
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
