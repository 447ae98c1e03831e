import type { Explanation } from '../../../../finding/explanation.ts';
import { currentSuites, currentVersions, suitesWithoutDh, updatedLibrary } from './remedies.ts';
import { cve, rfc } from './sources.ts';

const NEW_KEYS = 'Then create new keys, request new certificates, have the old ones revoked, and change all passwords.';
const NOT_TOLD = 'Clients notice nothing: the attack targets the server, or recorded connections.';

/** Known attacks, by the names that they were published under. */
export const vulnerabilityExplanations = {
  heartbleed: {
    states: ['bad'],
    title: 'Heartbleed',
    meaning: 'Anyone can read parts of the server’s memory, including keys, cookies and passwords.',
    importance: 'It takes one packet and leaves no trace, and attackers scan the whole Internet for it.',
    effect: NOT_TOLD,
    remedies: { 'Any server': `${updatedLibrary['Any server']} ${NEW_KEYS}` },
    source: cve('2014-0160'),
  },
  'ccs-injection': {
    states: ['bad'],
    title: 'CCS injection',
    meaning: 'The server accepts ChangeCipherSpec before keys have been agreed on, so the keys are predictable.',
    importance: 'An attacker on the network path can read and change the connections of clients with the same flaw.',
    effect: 'Browsers do not have the flaw. Programs with an old OpenSSL do.',
    remedies: updatedLibrary,
    source: cve('2014-0224'),
  },
  robot: {
    states: ['bad'],
    title: 'ROBOT',
    meaning: 'The server reveals whether a secret encrypted with its RSA key was padded correctly.',
    importance: 'With many such queries, an attacker can decrypt recorded connections or sign with the server’s key.',
    effect: NOT_TOLD,
    remedies: { ...currentSuites, ...updatedLibrary },
    source: {
      name: 'Böck, Somorovsky, Young: Return of Bleichenbacher’s Oracle Threat',
      url: 'https://robotattack.org/',
    },
  },
  poodle: {
    states: ['bad'],
    title: 'POODLE',
    meaning: 'SSLv3 does not protect the padding of CBC suites, so content can be recovered byte by byte.',
    importance: 'An attacker on the network path who can make a client repeat requests obtains its cookies.',
    effect: 'Current browsers do not support SSLv3. Old ones can be made to use it.',
    remedies: { ...currentVersions },
    source: cve('2014-3566'),
  },
  drown: {
    states: ['bad'],
    title: 'DROWN',
    meaning: 'SSLv2 leaks what is needed to decrypt connections of newer versions with the same RSA key.',
    importance: 'It affects every server with the same RSA key, including mail servers.',
    effect: NOT_TOLD,
    remedies: { ...currentVersions },
    source: cve('2016-0800'),
  },
  freak: {
    states: ['bad'],
    title: 'FREAK',
    meaning: 'The server accepts export suites, whose 512-bit RSA keys can be broken within hours.',
    importance: 'An attacker on the network path can make clients from before 2015 use them.',
    effect: 'Current browsers do not have export suites.',
    remedies: { ...currentSuites },
    source: cve('2015-0204'),
  },
  logjam: {
    states: ['warn', 'bad'],
    title: 'Logjam',
    meaning: 'The server’s Diffie-Hellman key has 1024 bits or less, or the server accepts such keys in export suites.',
    importance: 'A prime has to be broken only once to attack every server that uses it.',
    effect:
      'No current browser supports DHE. OpenSSL refuses keys of 1024 bits at the security level of Debian and since 3.2.',
    remedies: { ...suitesWithoutDh },
    source: cve('2015-4000'),
  },
  sweet32: {
    states: ['warn'],
    title: 'SWEET32',
    meaning: 'The server accepts ciphers with 64-bit blocks, such as 3DES.',
    importance: 'After a few hundred gigabytes in one connection, parts of the content can be recovered.',
    effect:
      'Of the current browsers, only Safari still offers 3DES, in the last place. Others do not offer such ciphers.',
    remedies: { ...currentSuites },
    source: cve('2016-2183'),
  },
  rc4: {
    states: ['bad'],
    title: 'RC4 accepted',
    meaning: 'The server accepts the RC4 cipher, whose key stream is biased.',
    importance: 'Content that is sent repeatedly, such as a cookie, can be recovered. RC4 must not be used (RFC 7465).',
    effect: 'Current browsers do not offer it.',
    remedies: { ...currentSuites },
    source: rfc(7465),
  },
  'null-encryption': {
    states: ['bad'],
    title: 'Connections without encryption',
    meaning: 'The server accepts suites that do not encrypt.',
    importance: 'Anyone on the network path can read such a connection, although it claims to be TLS.',
    effect: 'Browsers do not offer such suites. A misconfigured program may use one.',
    remedies: { ...currentSuites },
    source: rfc(9325, '4.1'),
  },
  'anonymous-suites': {
    states: ['note', 'bad'],
    title: 'Connections without a certificate',
    meaning: 'The server accepts suites in which it presents no certificate.',
    importance:
      'Anyone on the network path can impersonate the server. Mail servers that do not verify certificates lose nothing.',
    effect: 'Browsers do not offer such suites.',
    remedies: { ...currentSuites, Postfix: 'smtpd_tls_exclude_ciphers = aNULL' },
    source: rfc(9325, '4.1'),
  },
  crime: {
    states: ['warn'],
    title: 'TLS compression enabled',
    meaning:
      'The server compresses data before it encrypts them, so the length reveals something about the content (CRIME).',
    importance: 'An attacker who can make a client send requests can learn its cookies.',
    effect: 'No current browser or library offers compression.',
    remedies: {
      Apache: 'SSLCompression off',
      Postfix: 'tls_ssl_options = NO_COMPRESSION',
      Dovecot:
        '# Dovecot 2.4 does not know this word: there, remove "compression" from ssl_options.\nssl_options = no_compression',
      nginx: '# Install a current version: nginx has not used compression since 1.3.2.',
    },
    source: cve('2012-4929'),
  },
  'insecure-renegotiation': {
    states: ['bad'],
    title: 'No secure renegotiation',
    meaning: 'The server does not bind a renegotiated handshake to the connection that it is part of (RFC 5746).',
    importance: 'An attacker on the network path can insert requests in front of those of a client.',
    effect: 'OpenSSL 3 and programs built on it refuse such connections with TLS 1.2 and earlier. Browsers connect.',
    remedies: updatedLibrary,
    source: rfc(5746),
  },
  'vulnerability-not-tested': {
    states: ['unknown'],
    title: 'Vulnerabilities not ruled out',
    meaning: 'The test for a known attack gave no result, or the check ended before it.',
    importance: 'The server may be vulnerable.',
    effect: 'Not known.',
    remedies:
      'Nothing to fix until this is known. Check again; if the server limits connections, wait a few minutes first.',
    source: rfc(7457),
  },
  'no-known-vulnerability': {
    states: ['good'],
    title: 'No known vulnerability',
    meaning: 'Sonde tested for every attack that it knows, and the server is vulnerable to none.',
    importance: 'None of the published attacks that were tested works against this server.',
    effect: 'None.',
    remedies: 'No action needed. Keep the TLS library up to date.',
    source: rfc(7457),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
