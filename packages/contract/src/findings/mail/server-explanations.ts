import type { Explanation } from '../explanation.ts';
import { nothingToMend, sources } from './explained.ts';

const startTls = { name: 'RFC 3207, section 4', url: 'https://www.rfc-editor.org/rfc/rfc3207#section-4' };

export const serverExplanations = {
  'smtp-tls-offered': {
    states: ['good'],
    title: 'The mail servers take mail over TLS',
    meaning: 'Every address that was asked offers STARTTLS and presents a certificate that holds for its name.',
    importance: 'Nobody who only listens on the way can read the mail.',
    effect: 'Mail servers deliver over TLS; whether they insist on it, MTA-STS and DANE decide.',
    remedies: nothingToMend,
    source: startTls,
  },
  'smtp-without-tls': {
    states: ['warn'],
    title: 'A mail server takes no mail over TLS',
    meaning: 'It does not offer STARTTLS on port 25.',
    importance: 'Mail to it can be read by everybody on the way.',
    effect: 'Mail servers deliver in the clear; those that insist on TLS do not deliver.',
    remedies: { Postfix: '`smtpd_tls_security_level = may`, with `smtpd_tls_chain_files`.' },
    source: startTls,
  },
  'smtp-certificate-invalid': {
    states: ['note', 'bad'],
    title: 'The certificate of a mail server does not hold',
    meaning: 'It is not valid for the name in the MX record, or no authority vouches for it.',
    importance: 'Under MTA-STS senders must not deliver to it. Otherwise most do not look at it.',
    effect: 'Mail servers that insist on a valid certificate do not deliver.',
    remedies: { 'Certificate authority': 'Get a certificate for the name in the MX record.' },
    source: sources.sts('4.2'),
  },
  'smtp-server-problem': {
    states: ['unknown'],
    title: 'A mail server did not get as far as TLS',
    meaning: 'It refused, or stopped answering, before it was seen whether it speaks TLS.',
    importance: 'Some servers refuse senders that they do not know, and are well for all others.',
    effect: 'Senders that meet the same try again for some days.',
    remedies: { 'Any server': 'See what its log says about the connection of this check.' },
    source: startTls,
  },
  'smtp-reverse-name': {
    states: ['note'],
    title: 'The address of a mail server has no name that leads back to it',
    meaning: 'There is no PTR record, or its name does not have the address.',
    importance: 'It matters where the same server also sends: many receivers refuse such senders.',
    effect: 'None for mail that it receives.',
    remedies: { 'Any server': 'Ask the owner of the network for a PTR record with the name of the server.' },
    source: { name: 'RFC 1912, section 2.1', url: 'https://www.rfc-editor.org/rfc/rfc1912#section-2.1' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
