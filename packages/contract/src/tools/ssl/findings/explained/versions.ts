import type { Explanation } from '../../../../finding/explanation.ts';
import { currentVersions } from './remedies.ts';
import { bsi, mozilla, rfc } from './sources.ts';

const NO_BROWSER = 'Current browsers never use it. Only old programs still need it.';

/** Which versions of the protocol the server accepts. */
export const versionExplanations = {
  'sslv2-enabled': {
    states: ['bad'],
    title: 'SSLv2 enabled',
    meaning: 'The server accepts SSLv2, a protocol from 1995 that is completely broken.',
    importance: 'It lets an attacker decrypt connections of newer versions that use the same key (DROWN).',
    effect: `${NO_BROWSER} The attack works even if no client uses it.`,
    remedies: { ...currentVersions },
    source: rfc(6176),
  },
  'sslv3-enabled': {
    states: ['bad'],
    title: 'SSLv3 enabled',
    meaning: 'The server accepts SSLv3, a protocol from 1996 whose encryption can be broken byte by byte (POODLE).',
    importance: 'An attacker on the network path can make old clients use it.',
    effect: NO_BROWSER,
    remedies: { ...currentVersions },
    source: rfc(7568),
  },
  'tls10-enabled': {
    states: ['warn'],
    title: 'TLS 1.0 enabled',
    meaning: 'The server accepts TLS 1.0, which relies on MD5 and SHA-1 and was deprecated in 2021.',
    importance:
      'It must not be used any more. Rules for payment cards (PCI DSS) and for public authorities prohibit it.',
    effect: `${NO_BROWSER} Between mail servers, it may be the only encryption that an old server supports.`,
    remedies: { ...currentVersions },
    source: rfc(8996),
  },
  'tls11-enabled': {
    states: ['warn'],
    title: 'TLS 1.1 enabled',
    meaning: 'The server accepts TLS 1.1, which relies on MD5 and SHA-1 and was deprecated in 2021.',
    importance:
      'It must not be used any more. Rules for payment cards (PCI DSS) and for public authorities prohibit it.',
    effect: NO_BROWSER,
    remedies: { ...currentVersions },
    source: rfc(8996),
  },
  'tls12-missing': {
    states: ['note'],
    title: 'TLS 1.3 only',
    meaning: 'The server accepts no version older than TLS 1.3.',
    importance: 'This is the safest choice, but clients from before 2018 cannot connect.',
    effect: 'Every current browser connects; old programs and devices do not.',
    remedies: { ...currentVersions },
    source: mozilla,
  },
  'tls13-missing': {
    states: ['note'],
    title: 'No TLS 1.3',
    meaning: 'The newest version that the server accepts is TLS 1.2.',
    importance: 'TLS 1.3 is faster, encrypts the certificate, and has no weak suites that could be enabled by mistake.',
    effect: 'Browsers use TLS 1.2.',
    remedies: { ...currentVersions },
    source: bsi,
  },
  'no-current-version': {
    states: ['bad'],
    title: 'Neither TLS 1.2 nor TLS 1.3',
    meaning: 'Every version that the server accepts is deprecated.',
    importance: 'Clients that follow current rules cannot connect.',
    effect: 'Browsers show an error instead of the site (in Chrome: ERR_SSL_VERSION_OR_CIPHER_MISMATCH).',
    remedies: { ...currentVersions },
    source: rfc(8996),
  },
  'current-versions': {
    states: ['good'],
    title: 'Current versions only',
    meaning: 'Of the six protocol versions, the server accepts only TLS 1.2 and TLS 1.3, which are not deprecated.',
    importance: 'There is no old version that an attacker could make a client use.',
    effect: 'Browsers use the newest version that both sides support.',
    remedies: 'No action needed.',
    source: mozilla,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
