import type { Explanation } from '../../../finding/explanation.ts';
import { nothingToMend, sources } from './explained.ts';

const startTls = { name: 'RFC 3207, section 4', url: 'https://www.rfc-editor.org/rfc/rfc3207#section-4' };

export const serverExplanations = {
  'smtp-tls-offered': {
    states: ['good'],
    title: 'The mail servers support TLS',
    meaning: 'Every address checked offers STARTTLS and presents a certificate that is valid for its name.',
    importance: 'An eavesdropper on the network path cannot read the mail.',
    effect: 'Mail servers deliver over TLS. Whether they require it depends on MTA-STS and DANE.',
    remedies: nothingToMend,
    source: startTls,
  },
  'smtp-without-tls': {
    states: ['warn'],
    title: 'A mail server does not support TLS',
    meaning: 'It does not offer STARTTLS on port 25.',
    importance: 'Anyone on the network path can read mail to this server.',
    effect: 'Mail servers deliver without encryption. Those that require TLS do not deliver.',
    remedies: {
      Postfix: 'Set `smtpd_tls_security_level = may`, and configure the certificate with `smtpd_tls_chain_files`.',
    },
    source: startTls,
  },
  'smtp-certificate-invalid': {
    states: ['note', 'bad'],
    title: 'The certificate of a mail server is not valid',
    meaning: 'It is not valid for the name in the MX record, or no trusted certificate authority issued it.',
    importance:
      'With MTA-STS, senders must not deliver to this server. Without it, most senders do not check the certificate.',
    effect: 'Mail servers that require a valid certificate do not deliver.',
    remedies: { 'Certificate authority': 'Request a certificate for the name in the MX record.' },
    source: sources.sts('4.2'),
  },
  'smtp-tls-broken': {
    states: ['warn', 'bad'],
    title: 'TLS of a mail server does not work',
    meaning:
      'The server offers STARTTLS, but then refuses it, closes the connection, ends the handshake with an alert, or sends something that is not TLS. It was tried twice.',
    importance:
      'Senders that follow MTA-STS in mode enforce, or DANE, must not deliver to this server. Others may deliver without encryption, or give up.',
    effect: 'Mail arrives late, unencrypted, or not at all, depending on the sender.',
    remedies: {
      Postfix: 'Check that `smtpd_tls_chain_files` names a key and its certificate, and look for `TLS` in the log.',
      'Any server':
        'Look in the log for the connection of this check, and compare with `openssl s_client -starttls smtp -connect HOST:25`.',
    },
    source: startTls,
  },
  'smtp-server-problem': {
    states: ['unknown'],
    title: 'TLS of a mail server could not be checked',
    meaning:
      'It could not be reached, refused this client by its reply, or stopped answering, so it is unknown whether its TLS works.',
    importance: 'Some servers refuse unknown senders, but work for all others.',
    effect: 'Senders with the same problem retry for some days.',
    remedies: { 'Any server': 'Check the server’s log for the connection of this check.' },
    source: startTls,
  },
  'smtp-reverse-name': {
    states: ['note'],
    title: 'No matching reverse DNS name for a mail server',
    meaning: 'Its address has no PTR record, or the name in the PTR record does not have this address.',
    importance:
      'This matters if the server also sends mail: many receivers reject such senders. The header of a message tells which server sent it.',
    effect: 'None for mail that the server receives.',
    remedies: {
      'Any server': 'If this server also sends mail, ask the owner of the network for a PTR record with its name.',
    },
    source: { name: 'RFC 1912, section 2.1', url: 'https://www.rfc-editor.org/rfc/rfc1912#section-2.1' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
