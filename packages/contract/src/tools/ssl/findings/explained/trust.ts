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
    effect: 'Browsers accept the certificate without a warning, and so do programs that know the root.',
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
    meaning:
      'A key is too short to be safe (RSA below 2048 bits, an elliptic curve below 224 bits), or an RSA key that can be computed because it was made by a faulty program: ROCA, or two close primes.',
    importance: 'Anyone who computes the private key can impersonate this server.',
    effect:
      'Browsers reject RSA keys of 1024 bits and less from public authorities. OpenSSL 3.2 and newer reject all short keys.',
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
    meaning: 'The chain ends at a root that is not trusted, or at an issuer whose certificate is not known.',
    importance: 'No authority that clients trust has verified who controls this name.',
    effect: `${WARNS} Clients that have the root of a private authority installed accept its certificates.`,
    remedies: {
      'Certificate authority':
        'Request one from a public certificate authority. Never install a root on clients unless it is that of your own authority.',
      ...certificateFiles,
    },
    source: rfc(5280, '6.1'),
  },
  'issuer-mismatch': {
    states: ['bad'],
    title: 'Certificate of another issuer sent',
    meaning:
      'The server sends a certificate with the name of the issuer, but its key did not sign the certificate before it.',
    importance:
      'Authorities use one name for several keys, for example after a renewal. It may also mean that somebody forged the certificate.',
    effect: `${WARNS} Browsers that can fetch the right certificate of the issuer open the site.`,
    remedies: { ...certificateFiles },
    source: rfc(5280, '6.1.3'),
  },
  'issuer-not-authority': {
    states: ['bad'],
    title: 'Issuer is not a certificate authority',
    meaning:
      'A certificate in the chain was signed with the key of a certificate that may not issue any: it does not say CA:TRUE, or lacks the key usage keyCertSign.',
    importance:
      'Whoever has an ordinary certificate could otherwise make one for any name. The chain may be an attack.',
    effect: WARNS,
    remedies: { 'Certificate authority': 'Request a new certificate, and report this chain.', ...certificateFiles },
    source: rfc(5280, '6.1.4'),
  },
  'path-too-long': {
    states: ['bad'],
    title: 'More authorities than permitted',
    meaning: 'An authority in the chain limits how many others may follow it (path length), and more do.',
    importance: 'The authority above was not willing to vouch for the one that issued this certificate.',
    effect: WARNS,
    remedies: {
      'Certificate authority': 'Request one from an authority whose path length permits it.',
      ...certificateFiles,
    },
    source: rfc(5280, '4.2.1.9'),
  },
  'name-not-permitted': {
    states: ['bad'],
    title: 'Issuer may not issue for this name',
    meaning: 'The certificate of an authority in the chain limits the names that it may issue for (name constraints).',
    importance: 'The authority above did not permit it to confirm this name.',
    effect: WARNS,
    remedies: {
      'Certificate authority': 'Request one from an authority that may issue for the name.',
      ...certificateFiles,
    },
    source: rfc(5280, '4.2.1.10'),
  },
  'unknown-critical-extension': {
    states: ['bad'],
    title: 'Unknown critical extension',
    meaning: 'A certificate has an extension that is marked as critical and is not one that TLS clients know.',
    importance: 'It might change what the certificate means, so whoever does not know it must refuse the certificate.',
    effect: WARNS,
    remedies: { 'Certificate authority': 'Have it reissued without the extension, or not marked as critical.' },
    source: rfc(5280, '4.2'),
  },
  'malformed-extension': {
    states: ['bad'],
    title: 'Malformed extension',
    meaning: 'An extension of a certificate is not encoded as its standard requires.',
    importance: 'Programs read such a certificate differently, or not at all.',
    effect: 'Many clients refuse the certificate.',
    remedies: { 'Certificate authority': 'Have it reissued with correct extensions.' },
    source: rfc(5280, '4.2'),
  },
  'incomplete-chain': {
    states: ['bad'],
    title: 'Incomplete chain',
    meaning:
      'The server does not send an intermediate certificate that is needed to get from its own to the root, or sends another one of the same name.',
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
    meaning:
      'The certificate, or one above it in the chain, does not have the extended key usage serverAuth, or its key may not be used in TLS.',
    importance: 'The certificate authority did not verify what a server certificate requires.',
    effect: `${WARNS} With anyExtendedKeyUsage in place of serverAuth, Firefox and OpenSSL refuse it, while Chrome and Java accept it.`,
    remedies: {
      'Certificate authority': 'Request one with the extended key usage serverAuth.',
      ...certificateFiles,
    },
    source: rfc(5280, '4.2.1.12'),
  },
  'authority-as-server': {
    states: ['bad'],
    title: 'Certificate of an authority used by a server',
    meaning: 'The server’s own certificate says that it is one of a certificate authority (CA:TRUE).',
    importance: 'Whoever has the server’s key could issue certificates for any name. Public ones must say CA:FALSE.',
    effect:
      'Firefox shows a warning instead of the site (MOZILLA_PKIX_ERROR_CA_CERT_USED_AS_END_ENTITY). Chrome, OpenSSL and Java accept it.',
    remedies: {
      'Certificate authority': 'Request one that says CA:FALSE.',
      ...certificateFiles,
    },
    source: baseline,
  },
  'key-usage-mismatch': {
    states: ['bad'],
    title: 'Key usage does not fit the handshake',
    meaning:
      'The key usage of the certificate does not permit what the server does with the key: with ECDHE, DHE and TLS 1.3 it signs (digitalSignature), with RSA key exchange it decrypts (keyEncipherment).',
    importance: 'The owner of the certificate, or the authority, did not mean the key to be used this way.',
    effect:
      'Chrome and Edge show ERR_SSL_KEY_USAGE_INCOMPATIBLE instead of the site, and Java ends the handshake. Firefox, curl and Go do not check it.',
    remedies: {
      'Certificate authority': 'Request one with the key usage digitalSignature.',
      ...certificateFiles,
    },
    source: rfc(5246, '7.4.2'),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
