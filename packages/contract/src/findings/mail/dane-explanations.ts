import type { Explanation } from '../explanation.ts';
import { nothingToMend, rfc, zoneFile } from './explained.ts';

const source = rfc(7672, '2.2');

export const daneExplanations = {
  'dane-matches': {
    states: ['good'],
    title: 'DANE fits what the mail servers present',
    meaning: 'TLSA records that are signed from the root down name the certificates or keys of the servers.',
    importance: 'Senders that know DANE insist on TLS with exactly these.',
    effect: 'Mail servers that know DANE deliver only over TLS.',
    remedies: nothingToMend,
    source,
  },
  'dane-differs': {
    states: ['bad'],
    title: 'DANE does not fit what a mail server presents',
    meaning: 'No TLSA record of the name fits its certificate or key, or the server offers no TLS.',
    importance: 'Senders that know DANE must not deliver to it.',
    effect: 'Mail from such senders comes back after some days.',
    remedies: zoneFile(
      'Publish a TLSA record of the present key beside the old ones, and one of each new key before it is used.',
    ),
    source,
  },
  'dane-unusable': {
    states: ['warn'],
    title: 'TLSA records that senders of mail cannot use',
    meaning: 'None of the TLSA records has a usage (2 or 3), selector, matching type and data that mail servers use.',
    importance: 'Senders still insist on TLS, but whoever answers them may be anybody.',
    effect: 'Mail is not protected from an attacker on the way.',
    remedies: zoneFile('Publish a record `3 1 1` with the SHA-256 digest of the key of the server.'),
    source: rfc(7672, '3.1'),
  },
  'dane-insecure': {
    states: ['note'],
    title: 'TLSA records without DNSSEC',
    meaning: 'The zone of the TLSA records, of the MX records or of the addresses is proven to be without signatures.',
    importance: 'Senders ignore the TLSA records.',
    effect: 'None.',
    remedies: { Registrar: 'Sign the zones of the domain and of its mail servers.' },
    source,
  },
  'dane-bogus': {
    states: ['bad'],
    title: 'DNSSEC is broken on the way to the TLSA records',
    meaning: 'The MX records, the addresses or the TLSA records should be signed, and their signatures do not hold.',
    importance: 'Senders that validate must treat that as an attack, and do not deliver.',
    effect: 'Mail from such senders waits, and comes back after some days.',
    remedies: { Registrar: 'Mend the DNSSEC of the zone: the delegation check shows where its chain breaks.' },
    source: rfc(7672, '2.1.1'),
  },
  'dane-unknown': {
    states: ['unknown'],
    title: 'Whether DANE holds could not be determined',
    meaning: 'The signatures of the TLSA records, or the certificates of the servers, could not be seen from here.',
    importance: 'Nothing is known of the delivery by senders that know DANE.',
    effect: 'None known.',
    remedies: { 'Any server': 'Look again later, or from a network that may ask name servers and port 25.' },
    source,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
