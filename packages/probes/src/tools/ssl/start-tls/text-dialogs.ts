import type { StartTls } from '@sonde/contract';

/** One command and its answer. */
export interface Step {
  /** Without its line break; null where the server begins. */
  readonly send: string | null;
  /** What the last line of the answer looks like. */
  readonly ends: RegExp;
  /** What the whole answer must hold. */
  readonly mustHold: RegExp;
}

export type TextProtocol = Extract<StartTls, 'smtp' | 'imap' | 'pop3' | 'ftp' | 'sieve' | 'nntp'>;

/** Three digits and a blank end an answer of several lines (RFC 5321 section 4.2.1, RFC 959 section 4.2). */
const LAST_LINE = /^\d{3}(?: .*)?$/;
/** RFC 5804 section 1.2: an answer ends with its status. */
const SIEVE_STATUS = /^(?:OK|NO|BYE)\b/i;

/** Dialogs made of lines; each ends where TLS begins. */
export const textDialogs: Readonly<Record<TextProtocol, readonly Step[]>> = {
  // RFC 3207.
  smtp: [
    { send: null, ends: LAST_LINE, mustHold: /^220/ },
    { send: 'EHLO sonde', ends: LAST_LINE, mustHold: /^250[ -]STARTTLS\s*$/im },
    { send: 'STARTTLS', ends: LAST_LINE, mustHold: /^220/ },
  ],
  // RFC 9051 section 6.2.1.
  imap: [
    { send: null, ends: /^\* /, mustHold: /^\* (?:OK|PREAUTH)/i },
    { send: 'a1 STARTTLS', ends: /^a1 /i, mustHold: /^a1 OK/im },
  ],
  // RFC 2595 section 4.
  pop3: [
    { send: null, ends: /^[+-]/, mustHold: /^\+OK/i },
    { send: 'STLS', ends: /^[+-]/, mustHold: /^\+OK/i },
  ],
  // RFC 4217 section 4.
  ftp: [
    { send: null, ends: LAST_LINE, mustHold: /^220/ },
    { send: 'AUTH TLS', ends: LAST_LINE, mustHold: /^234/ },
  ],
  // RFC 5804 section 2.2.
  sieve: [
    { send: null, ends: SIEVE_STATUS, mustHold: /^"STARTTLS"\s*$/im },
    { send: 'STARTTLS', ends: SIEVE_STATUS, mustHold: /^OK\b/im },
  ],
  // RFC 4642 section 2.2.
  nntp: [
    { send: null, ends: LAST_LINE, mustHold: /^20[01]/ },
    { send: 'STARTTLS', ends: LAST_LINE, mustHold: /^382/ },
  ],
};
