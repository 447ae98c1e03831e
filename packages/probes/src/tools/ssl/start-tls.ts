import { NetFailure } from '../../net/net.ts';
import type { Line } from './line.ts';

/** Protocols that begin in plain text and switch (RFC 3207, RFC 2595). */
export type StartTls = 'smtp' | 'imap' | 'pop3';

interface Step {
  readonly send: string | null;
  /** The answer's last line. */
  readonly ends: RegExp;
  /** What the whole answer must hold. */
  readonly mustHold: RegExp;
}

const dialogs: Readonly<Record<StartTls, readonly Step[]>> = {
  smtp: [
    { send: null, ends: /^\d{3}(?: .*)?$/, mustHold: /^220/ },
    { send: 'EHLO sonde', ends: /^\d{3}(?: .*)?$/, mustHold: /^250[ -]STARTTLS\s*$/im },
    { send: 'STARTTLS', ends: /^\d{3}(?: .*)?$/, mustHold: /^220/ },
  ],
  imap: [
    { send: null, ends: /^\* /, mustHold: /^\* (?:OK|PREAUTH)/i },
    { send: 'a1 STARTTLS', ends: /^a1 /i, mustHold: /^a1 OK/im },
  ],
  pop3: [
    { send: null, ends: /^[+-]/, mustHold: /^\+OK/i },
    { send: 'STLS', ends: /^[+-]/, mustHold: /^\+OK/i },
  ],
};

const MAX_ANSWER = 8192;

const ports: Readonly<Record<number, StartTls>> = { 25: 'smtp', 587: 'smtp', 110: 'pop3', 143: 'imap' };

/** What is spoken on a port where TLS does not begin with the first byte; null for every other port. */
export function startTlsOf(port: number): StartTls | null {
  return ports[port] ?? null;
}

/**
 * Holds the dialog up to the point where TLS begins. What the server sends in plain text behind its last line is thrown
 * away: it was not protected (CVE-2011-0411).
 * @throws NetFailure `not_tls` when it speaks another protocol or does not offer the switch.
 */
export async function switchToTls(protocol: StartTls, line: Line): Promise<void> {
  for (const { send, ends, mustHold } of dialogs[protocol]) {
    if (send !== null) await line.send(new TextEncoder().encode(`${send}\r\n`));
    const answer = await readAnswer(line, ends);
    if (!mustHold.test(answer)) throw new NetFailure('not_tls', `${protocol}: the server does not switch to TLS`);
  }
}

async function readAnswer(line: Line, ends: RegExp): Promise<string> {
  let text = '';
  while (text.length < MAX_ANSWER) {
    const bytes = await line.receive();
    if (bytes === null) throw new NetFailure('reset', 'the server hung up in plain text');
    text += Buffer.from(bytes).toString('latin1');
    // Only whole lines count; an answer may come in pieces.
    const lines = text.split('\n').slice(0, -1);
    if (lines.some((one) => ends.test(one.trimEnd()))) return text;
  }
  throw new NetFailure('too_large', 'the server talks on in plain text');
}
