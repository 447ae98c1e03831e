import type { Mail } from '../../stores/mail.ts';
import { RESET_MINUTES } from './members.ts';

/** The mail with the link for a new password. The link has the operator's address, never one taken from a request. */
export function resetMail(brand: string, baseUrl: string, to: string, token: string): Mail {
  return {
    to,
    subject: `Reset your ${brand} password`,
    text: [
      `Somebody, most likely you, asked for a new password of the ${brand} account ${to}.`,
      '',
      'Open this address to set it:',
      `${baseUrl}/login?reset=${token}`,
      '',
      'The new password ends every session of this account and revokes its API tokens: programs then need new ones.',
      '',
      `It works once, within ${RESET_MINUTES} minutes. If you did not ask for it, there is nothing to do: your password stays as it is.`,
      '',
    ].join('\n'),
  };
}
