import { expect, it } from 'vitest';
import { certificateFiles } from './explained/remedies.ts';
import { programOf } from './program.ts';

it.each([
  ['220 mail.tls.test ESMTP Postfix (Debian/GNU)', 'Postfix'],
  ['* OK [CAPABILITY IMAP4rev1 STARTTLS] Dovecot (Debian) ready.', 'Dovecot'],
  ['+OK Dovecot ready.', 'Dovecot'],
  ['220 mx.example.com ESMTP Exim 4.96', null],
  ['220 postfix.example.com ESMTP', null],
  ['220 Dovecot behind Postfix', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%s: %s', (greeting, program) => {
  expect(programOf(greeting)).toBe(program);
  if (program !== null) expect(Object.keys(certificateFiles)).toContain(program);
});
