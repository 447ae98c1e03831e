import type { Explanation } from '../../explanation.ts';
import { currentSuites, currentVersions, updatedLibrary } from './remedies.ts';
import { cve, rfc } from './sources.ts';

const NEW_KEYS = 'Then make new keys, have new certificates issued and the old ones revoked, and change passwords.';
const NOT_TOLD = 'Clients do not notice. The attack is made on the server, or on recorded connections.';

/** Known attacks, by the names that they were published under. */
export const vulnerabilityExplanations = {
  heartbleed: {
    states: ['bad'],
    title: 'Heartbleed',
    meaning: 'Anybody can read parts of the memory of the server, with keys, cookies and passwords in it.',
    importance: 'It takes one packet, leaves no trace, and is looked for all over the Internet.',
    effect: NOT_TOLD,
    remedies: { 'Any server': `${updatedLibrary['Any server']} ${NEW_KEYS}` },
    source: cve('2014-0160'),
  },
  'ccs-injection': {
    states: ['bad'],
    title: 'CCS injection',
    meaning:
      'The server accepts the change to encryption before keys have been agreed on, so that they can be foreseen.',
    importance: 'An attacker on the way can read and change the connections of clients that have the same hole.',
    effect: 'Browsers do not have that hole. Programs with an old OpenSSL do.',
    remedies: updatedLibrary,
    source: cve('2014-0224'),
  },
  robot: {
    states: ['bad'],
    title: 'ROBOT',
    meaning: 'The server reveals whether a secret that was sent to it was padded correctly.',
    importance:
      'By many such questions an attacker decrypts recorded connections, or signs with the key of the server.',
    effect: NOT_TOLD,
    remedies: { ...currentSuites, ...updatedLibrary },
    source: {
      name: 'Böck, Somorovsky, Young: Return of Bleichenbacher’s Oracle Threat',
      url: 'https://robotattack.org/',
    },
  },
  'robot-not-tested': {
    states: ['unknown'],
    title: 'ROBOT not tested',
    meaning:
      'The server accepts RSA key exchange, on which this attack is made. Whether it is open to it was not determined.',
    importance: 'The test sends secrets with wrong padding, so it is made on request only.',
    effect: 'Not known. Without RSA key exchange the question does not arise.',
    remedies: { ...currentSuites },
    source: rfc(5246, '7.4.7.1'),
  },
  poodle: {
    states: ['bad'],
    title: 'POODLE',
    meaning: 'SSLv3 with CBC suites does not protect its padding, so that content can be recovered octet by octet.',
    importance: 'An attacker on the way who can make a client repeat requests gets its cookies.',
    effect: 'Current browsers have no SSLv3. Old ones can be brought to use it.',
    remedies: { ...currentVersions },
    source: cve('2014-3566'),
  },
  drown: {
    states: ['bad'],
    title: 'DROWN',
    meaning: 'SSLv2 gives away what is needed to decrypt connections of newer versions.',
    importance: 'It concerns every server with the same RSA key, mail servers too.',
    effect: NOT_TOLD,
    remedies: { ...currentVersions },
    source: cve('2016-0800'),
  },
  freak: {
    states: ['bad'],
    title: 'FREAK',
    meaning: 'The server agrees to export suites, with RSA keys of 512 bits that are broken within hours.',
    importance: 'An attacker on the way can bring clients of before 2015 to use them.',
    effect: 'Current browsers do not have export suites.',
    remedies: { ...currentSuites },
    source: cve('2015-0204'),
  },
  logjam: {
    states: ['warn', 'bad'],
    title: 'Logjam',
    meaning: 'The Diffie-Hellman key of the server has 1024 bits or less, or it agrees to such keys by export suites.',
    importance: 'The work of breaking a prime is done once, for all servers that use it.',
    effect:
      'Chrome and Safari do not use such suites at all; Firefox refuses less than 1024 bits, OpenSSL 3 less than 2048.',
    remedies: {
      ...currentSuites,
      'Any server':
        'Or keep DHE with a prime of RFC 7919: `openssl dhparam -dsaparam` is not needed, ffdhe2048 is built in.',
    },
    source: cve('2015-4000'),
  },
  sweet32: {
    states: ['warn'],
    title: 'SWEET32',
    meaning: 'The server accepts ciphers with blocks of 64 bits, such as 3DES.',
    importance: 'After some hundred gigabytes in one connection, parts of the content can be computed.',
    effect: 'Current browsers do not offer such ciphers.',
    remedies: { ...currentSuites },
    source: cve('2016-2183'),
  },
  rc4: {
    states: ['bad'],
    title: 'RC4 accepted',
    meaning: 'The server accepts the cipher RC4, whose output can be told from chance.',
    importance: 'Content that is sent again and again, such as a cookie, can be computed from it. It must not be used.',
    effect: 'Current browsers do not offer it.',
    remedies: { ...currentSuites },
    source: rfc(7465),
  },
  'null-encryption': {
    states: ['bad'],
    title: 'Connections without encryption',
    meaning: 'The server agrees to suites that encrypt nothing.',
    importance: 'Everybody on the way can read such a connection, which claims to be TLS.',
    effect: 'Browsers do not offer such suites. A program that is set up wrongly may get one.',
    remedies: { ...currentSuites },
    source: rfc(9325, '4.1'),
  },
  'anonymous-suites': {
    states: ['note', 'bad'],
    title: 'Connections without a certificate',
    meaning: 'The server agrees to suites in which it presents no certificate.',
    importance:
      'Anybody on the way can pose as the server. Between mail servers, which do not verify, nothing is lost.',
    effect: 'Browsers do not offer such suites.',
    remedies: { ...currentSuites, Postfix: 'smtpd_tls_exclude_ciphers = aNULL' },
    source: rfc(9325, '4.1'),
  },
  crime: {
    states: ['warn'],
    title: 'TLS compression enabled',
    meaning: 'The server compresses before it encrypts, so the length tells something of the content (CRIME).',
    importance: 'An attacker who can make a client send requests learns its cookies.',
    effect: 'No current browser or library offers compression.',
    remedies: {
      Apache: 'SSLCompression off',
      Postfix: 'tls_ssl_options = NO_COMPRESSION',
      Dovecot: 'ssl_options = no_compression',
      nginx: '# Install a current version: none since 1.3.2 compresses.',
    },
    source: cve('2012-4929'),
  },
  'insecure-renegotiation': {
    states: ['bad'],
    title: 'No secure renegotiation',
    meaning: 'The server does not tie a new handshake to the connection in which it is made.',
    importance: 'An attacker on the way can put requests of his own in front of those of a client.',
    effect: 'OpenSSL 3 and what is built on it refuse the connection up to TLS 1.2. Browsers connect.',
    remedies: updatedLibrary,
    source: rfc(5746),
  },
  'vulnerability-not-tested': {
    states: ['unknown'],
    title: 'Attacks that could not be ruled out',
    meaning: 'The test for a known attack had no result, or the check ended before it.',
    importance: 'The server may be open to it.',
    effect: 'Not known.',
    remedies:
      'Nothing is to be mended before that is known. Check again; a server that limits connections may need a while.',
    source: rfc(7457),
  },
  'no-known-vulnerability': {
    states: ['good'],
    title: 'No known vulnerability',
    meaning: 'Every attack that Sonde knows was looked for, and none of them is possible.',
    importance: 'None of the published attacks of the last decades helps against this server.',
    effect: 'None.',
    remedies: 'Nothing is to be mended. Keep the TLS library up to date.',
    source: rfc(7457),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
