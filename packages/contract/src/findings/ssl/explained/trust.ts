import type { Explanation } from '../../explanation.ts';
import { certificateFiles } from './remedies.ts';
import { baseline, rfc } from './sources.ts';

const WARNS = 'Browsers show a warning in place of the site, and programs refuse the connection.';

/** Whether clients may trust the certificate. */
export const trustExplanations = {
  'certificate-trusted': {
    states: ['good'],
    title: 'Certificate trusted',
    meaning: 'Every certificate that was met is valid now, for this name, and leads to a trusted root.',
    importance:
      'Only with such a certificate does a client know that it talks to this server and to nobody in between.',
    effect: 'Browsers open the site without a warning, and programs connect.',
    remedies: 'Nothing is to be mended. Renewal is best left to an ACME client, which does it in time.',
    source: rfc(5280, '6'),
  },
  'no-certificate': {
    states: ['bad', 'unknown'],
    title: 'No certificate',
    meaning: 'The server presented no certificate, or none that could be read.',
    importance: 'Without a certificate a client cannot tell this server from an attacker on the way.',
    effect: 'Browsers and most programs end the connection.',
    remedies: { ...certificateFiles },
    source: rfc(9846, '4.5.1'),
  },
  'weak-key': {
    states: ['bad'],
    title: 'Weak key in a certificate',
    meaning:
      'A key is so short that it can be computed from the certificate: RSA below 2048 bits, or a curve below 224.',
    importance: 'Whoever finds the key can pose as this server towards everybody.',
    effect: 'Browsers refuse RSA keys of 1024 bits and less from public authorities; OpenSSL 3 refuses them all.',
    remedies: {
      'Certificate authority':
        'Make a new key with `openssl ecparam -genkey -name prime256v1 -noout -out key.pem` and have a certificate issued for it.',
      ...certificateFiles,
    },
    source: baseline,
  },
  'certificate-revoked': {
    states: ['bad'],
    title: 'Certificate revoked',
    meaning: 'The authority has withdrawn the certificate before its end, for example because its key was stolen.',
    importance: 'Somebody else may have the key, and may pose as this server.',
    effect:
      'Firefox and Safari refuse it. Chrome refuses it where the revocation is in the list that Google distributes. Most programs do not ask.',
    remedies: {
      'Certificate authority': 'Make a new key, and have a new certificate issued for it. Never use the old key again.',
      ...certificateFiles,
    },
    source: rfc(5280, '3.3'),
  },
  'certificate-expired': {
    states: ['bad'],
    title: 'Certificate expired',
    meaning: 'A certificate that clients need to trust this server is past the end of its validity.',
    importance: 'Authorities no longer say anything about it, not even whether its key was stolen.',
    effect: WARNS,
    remedies: {
      'Certificate authority': 'Renew it, for example with `certbot renew`, and let a timer do so from now on.',
      ...certificateFiles,
    },
    source: rfc(5280, '4.1.2.5'),
  },
  'certificate-not-yet-valid': {
    states: ['bad'],
    title: 'Certificate not yet valid',
    meaning: 'The validity of a certificate begins later than now.',
    importance: 'Nobody vouches for it until then. Often the clock of the machine that issued it is wrong.',
    effect: WARNS,
    remedies: { ...certificateFiles },
    source: rfc(5280, '4.1.2.5'),
  },
  'self-signed-certificate': {
    states: ['bad'],
    title: 'Self-signed certificate',
    meaning: 'The certificate is signed with its own key. No authority says whose it is.',
    importance: 'Anybody can make one for any name, so it does not tell this server from an attacker.',
    effect: `${WARNS} Mail servers that deliver without verification accept it.`,
    remedies: {
      'Certificate authority': 'Have one issued by a public authority; with ACME it is free of charge and automatic.',
      Caddy: '# Caddy fetches a certificate by itself for a site that is named by its public name.\nexample.com {\n}',
      nginx: certificateFiles.nginx,
      Apache: certificateFiles.Apache,
      HAProxy: certificateFiles.HAProxy,
      Postfix: certificateFiles.Postfix,
      Dovecot: certificateFiles.Dovecot,
    },
    source: rfc(5280, '3.2'),
  },
  'name-mismatch': {
    states: ['bad'],
    title: 'Certificate for other names',
    meaning: 'The name that was asked for is not among the subject alternative names of the certificate.',
    importance: 'A certificate for another name could be that of another server, or of an attacker.',
    effect: `${WARNS} A wildcard covers one label only, and the common name does not count.`,
    remedies: {
      'Certificate authority': 'Have one issued with every name that visitors use, with and without «www».',
      nginx: '# In the server block that holds the certificate of this name.\nserver_name example.com www.example.com;',
      Apache:
        '# In the virtual host that holds the certificate of this name.\nServerName example.com\nServerAlias www.example.com',
      HAProxy: '# A folder: the certificate that fits the name is taken.\nbind :443 ssl crt /etc/ssl/sites/',
    },
    source: rfc(9525, '6'),
  },
  'untrusted-authority': {
    states: ['bad'],
    title: 'Authority not trusted',
    meaning:
      'The chain does not lead to a root that is trusted here: its end is unknown, or a link of it does not hold.',
    importance: 'Nobody whom clients trust has checked who has this name.',
    effect: `${WARNS} Clients on which a private authority is installed accept its certificates.`,
    remedies: {
      'Certificate authority':
        'Have one issued by a public authority, or install the root of the private one on every client.',
      ...certificateFiles,
    },
    source: rfc(5280, '6.1'),
  },
  'incomplete-chain': {
    states: ['bad'],
    title: 'Incomplete chain',
    meaning: 'The server does not send an intermediate certificate that leads from its own to the root.',
    importance: 'Whether a connection works depends on what a client happens to know from elsewhere.',
    effect:
      'Browsers mostly fetch or know the missing certificate. Programs such as curl, and other servers, refuse the connection.',
    remedies: { ...certificateFiles },
    source: rfc(9846, '4.5.1'),
  },
  'weak-signature': {
    states: ['bad'],
    title: 'Weak signature in the chain',
    meaning: 'A certificate is signed with MD5 or SHA-1, for which two documents with one signature can be made.',
    importance: 'An attacker may have a certificate for another name with the same signature.',
    effect: 'Browsers and OpenSSL 3 refuse it.',
    remedies: {
      'Certificate authority': 'Have the certificate issued again, signed with SHA-256 or better.',
      ...certificateFiles,
    },
    source: baseline,
  },
  'wrong-usage': {
    states: ['bad'],
    title: 'Certificate not meant for servers',
    meaning: 'The certificate, or one above it, says that it may be used for other purposes only.',
    importance: 'Its authority has not checked what is to be checked for a server.',
    effect: WARNS,
    remedies: {
      'Certificate authority': 'Have one issued with the extended key usage serverAuth.',
      ...certificateFiles,
    },
    source: rfc(5280, '4.2.1.12'),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
