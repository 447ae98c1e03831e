import type { StartTls } from '@sonde/contract';

/** One command and its reply. */
export interface DialogStep {
  /** Without its line break; null to wait for the server's greeting. */
  readonly send: string | null;
  /** Matches the last line of the reply. */
  readonly ends: RegExp;
  /** Must match the whole reply. */
  readonly mustHold: RegExp;
}

export type TextProtocol = Extract<StartTls, 'smtp' | 'imap' | 'pop3' | 'ftp' | 'sieve' | 'nntp'>;

/** Three digits and a space mark the last line of a multiline reply (RFC 5321 section 4.2.1, RFC 959 section 4.2). */
const LAST_LINE = /^\d{3}(?: .*)?$/;
/** A response ends with its status (RFC 5804 section 1.2). */
const SIEVE_STATUS = /^(?:OK|NO|BYE)\b/i;

/** STARTTLS in line-based protocols; each dialog ends where TLS starts. */
export const textDialogs: Readonly<Record<TextProtocol, readonly DialogStep[]>> = {
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
