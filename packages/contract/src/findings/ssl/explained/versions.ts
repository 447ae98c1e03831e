import type { Explanation } from '../../explanation.ts';
import { currentVersions } from './remedies.ts';
import { bsi, mozilla, rfc } from './sources.ts';

const NO_BROWSER = 'Current browsers never use it. Whoever still needs it is an old program.';

/** Which versions of the protocol the server accepts. */
export const versionExplanations = {
  'sslv2-enabled': {
    states: ['bad'],
    title: 'SSLv2 enabled',
    meaning: 'The server accepts SSLv2, a protocol of 1995 that is broken in every part.',
    importance: 'With it an attacker can decrypt connections of newer versions made with the same key (DROWN).',
    effect: `${NO_BROWSER} The attack needs no client that uses it.`,
    remedies: { ...currentVersions },
    source: rfc(6176),
  },
  'sslv3-enabled': {
    states: ['bad'],
    title: 'SSLv3 enabled',
    meaning: 'The server accepts SSLv3, a protocol of 1996 whose encryption can be undone octet by octet (POODLE).',
    importance: 'An attacker on the way can bring old clients to use it.',
    effect: NO_BROWSER,
    remedies: { ...currentVersions },
    source: rfc(7568),
  },
  'tls10-enabled': {
    states: ['warn'],
    title: 'TLS 1.0 enabled',
    meaning: 'The server accepts TLS 1.0, which rests on MD5 and SHA-1 and has been obsolete since 2021.',
    importance: 'It must not be used any more; rules for payments and for authorities forbid it.',
    effect: `${NO_BROWSER} Between mail servers it may be the only encryption that an old one has.`,
    remedies: { ...currentVersions },
    source: rfc(8996),
  },
  'tls11-enabled': {
    states: ['warn'],
    title: 'TLS 1.1 enabled',
    meaning: 'The server accepts TLS 1.1, which rests on MD5 and SHA-1 and has been obsolete since 2021.',
    importance: 'It must not be used any more; rules for payments and for authorities forbid it.',
    effect: NO_BROWSER,
    remedies: { ...currentVersions },
    source: rfc(8996),
  },
  'tls12-missing': {
    states: ['note'],
    title: 'TLS 1.3 alone',
    meaning: 'The server accepts no version older than TLS 1.3.',
    importance: 'That is the safest choice. Clients from before 2018 cannot connect.',
    effect: 'Every current browser connects; old programs and devices do not.',
    remedies: { ...currentVersions },
    source: mozilla,
  },
  'tls13-missing': {
    states: ['note'],
    title: 'No TLS 1.3',
    meaning: 'The newest version that the server accepts is TLS 1.2.',
    importance:
      'TLS 1.3 is faster, hides the certificate from listeners, and has no weak suites that could be set by mistake.',
    effect: 'Browsers use TLS 1.2.',
    remedies: { ...currentVersions },
    source: bsi,
  },
  'no-current-version': {
    states: ['bad'],
    title: 'Neither TLS 1.2 nor TLS 1.3',
    meaning: 'Every version that the server accepts is obsolete.',
    importance: 'Nobody who follows current rules can connect.',
    effect: 'Browsers show an error in place of the site (in Chrome: ERR_SSL_VERSION_OR_CIPHER_MISMATCH).',
    remedies: { ...currentVersions },
    source: rfc(8996),
  },
  'current-versions': {
    states: ['good'],
    title: 'Current versions alone',
    meaning: 'Of six versions the server accepts only those that are not obsolete, TLS 1.2 and TLS 1.3.',
    importance: 'There is no old version that a client could be brought to use.',
    effect: 'Browsers use the newest version that both know.',
    remedies: 'Nothing is to be mended.',
    source: mozilla,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
