import type { Explanation } from '../../../../finding/explanation.ts';
import { certificateFiles } from './remedies.ts';
import { baseline, rfc } from './sources.ts';

const WARNS = 'Browsers show a warning instead of the site, and programs refuse the connection.';

/** Whether clients may trust the certificate. */
export const trustExplanations = {
  'certificate-trusted': {
    states: ['good'],
    title: 'Certificate trusted',
    meaning: 'Every certificate served is valid now, covers this name, and chains to a trusted root.',
    importance: 'Only then can a client be sure that it talks to this server and not to an attacker.',
    effect: 'Browsers open the site without a warning, and programs connect.',
    remedies: 'No action needed. Let an ACME client renew the certificate in time.',
    source: rfc(5280, '6'),
  },
  'no-certificate': {
    states: ['bad', 'unknown'],
    title: 'No certificate',
    meaning: 'The server presented no certificate, or none that could be read.',
    importance: 'Without a certificate, a client cannot tell this server from an attacker.',
    effect: 'Browsers and most programs end the connection.',
    remedies: { ...certificateFiles },
    source: rfc(9846, '4.5.1'),
  },
  'weak-key': {
    states: ['bad'],
    title: 'Weak key in a certificate',
    meaning: 'A key is too short to be safe: RSA below 2048 bits, or an elliptic curve below 224 bits.',
    importance: 'Anyone who computes the private key can impersonate this server.',
    effect:
      'Browsers reject RSA keys of 1024 bits and less from public authorities. OpenSSL 3.2 and newer reject all such keys.',
    remedies: {
      'Certificate authority':
        'Create a new key with `openssl ecparam -genkey -name prime256v1 -noout -out key.pem` and request a certificate for it.',
      ...certificateFiles,
    },
    source: baseline,
  },
  'certificate-revoked': {
    states: ['bad'],
    title: 'Certificate revoked',
    meaning:
      'The certificate authority revoked the certificate before it expired, for example because its key was stolen.',
    importance: 'Somebody else may have the key and impersonate this server.',
    effect:
      'Firefox and Safari reject it. Chrome rejects it if the revocation is in the list that Google distributes. Most other programs do not check.',
    remedies: {
      'Certificate authority': 'Create a new key, and request a new certificate for it. Never use the old key again.',
      ...certificateFiles,
    },
    source: rfc(5280, '3.3'),
  },
  'certificate-expired': {
    states: ['bad'],
    title: 'Certificate expired',
    meaning: 'A certificate that clients need in order to trust this server has expired.',
    importance: 'The certificate authority no longer vouches for it, and need not say any more whether it was revoked.',
    effect: WARNS,
    remedies: {
      'Certificate authority': 'Renew it, for example with `certbot renew`, and set up a timer for the next renewals.',
      ...certificateFiles,
    },
    source: rfc(5280, '4.1.2.5'),
  },
  'certificate-not-yet-valid': {
    states: ['bad'],
    title: 'Certificate not yet valid',
    meaning: 'The validity period of a certificate has not begun yet.',
    importance: 'No authority vouches for it until then. Often the clock of the machine that issued it is wrong.',
    effect: WARNS,
    remedies: { ...certificateFiles },
    source: rfc(5280, '4.1.2.5'),
  },
  'self-signed-certificate': {
    states: ['bad'],
    title: 'Self-signed certificate',
    meaning: 'The certificate is signed with its own key. No certificate authority has confirmed whose it is.',
    importance: 'Anyone can create one for any name, so clients cannot tell this server from an attacker.',
    effect: `${WARNS} Mail servers that do not verify certificates accept it.`,
    remedies: {
      'Certificate authority':
        'Request one from a public certificate authority. With ACME, this is free and automatic.',
      Caddy: '# Caddy gets a certificate automatically for a site with a public name.\nexample.com {\n}',
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
    title: 'Certificate does not match the name',
    meaning: 'The requested name is not among the subject alternative names of the certificate.',
    importance: 'The certificate could belong to another server, or to an attacker.',
    effect: `${WARNS} A wildcard covers exactly one label, and the common name does not count.`,
    remedies: {
      'Certificate authority': 'Request one with every name that visitors use, with and without "www".',
      nginx: '# In the server block with the certificate for this name.\nserver_name example.com www.example.com;',
      Apache:
        '# In the virtual host with the certificate for this name.\nServerName example.com\nServerAlias www.example.com',
      HAProxy:
        '# From a folder, HAProxy takes the certificate that matches the name.\nbind :443 ssl crt /etc/ssl/sites/',
    },
    source: rfc(9525, '6'),
  },
  'untrusted-authority': {
    states: ['bad'],
    title: 'Certificate authority not trusted',
    meaning: 'The chain does not lead to a trusted root: its issuer is unknown, or a signature in it does not verify.',
    importance: 'No authority that clients trust has verified who controls this name.',
    effect: `${WARNS} Clients that have the root of a private authority installed accept its certificates.`,
    remedies: {
      'Certificate authority':
        'Request one from a public certificate authority, or install the root of the private one on every client.',
      ...certificateFiles,
    },
    source: rfc(5280, '6.1'),
  },
  'incomplete-chain': {
    states: ['bad'],
    title: 'Incomplete chain',
    meaning: 'The server does not send an intermediate certificate that is needed to get from its own to the root.',
    importance: 'Whether a connection works depends on whether the client already has the missing certificate.',
    effect:
      'Browsers usually have the missing certificate or fetch it. Programs such as curl, and other servers, refuse the connection.',
    remedies: { ...certificateFiles },
    source: rfc(9846, '4.5.1'),
  },
  'weak-signature': {
    states: ['bad'],
    title: 'Weak signature in the chain',
    meaning:
      'A certificate is signed with MD5 or SHA-1, for which two certificates with the same signature can be made.',
    importance: 'An attacker may have a certificate for another name with the same signature.',
    effect: 'Browsers and OpenSSL 3 reject it.',
    remedies: {
      'Certificate authority': 'Have the certificate reissued with a SHA-256 signature or better.',
      ...certificateFiles,
    },
    source: baseline,
  },
  'wrong-usage': {
    states: ['bad'],
    title: 'Certificate not issued for servers',
    meaning: 'The certificate, or one above it in the chain, may be used for other purposes only.',
    importance: 'The certificate authority did not verify what a server certificate requires.',
    effect: WARNS,
    remedies: {
      'Certificate authority': 'Request one with the extended key usage serverAuth.',
      ...certificateFiles,
    },
    source: rfc(5280, '4.2.1.12'),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
