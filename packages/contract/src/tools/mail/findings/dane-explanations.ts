import type { Explanation } from '../../../finding/explanation.ts';
import { nothingToMend, rfc, zoneFile } from './explained.ts';

const source = rfc(7672, '2.2');

export const daneExplanations = {
  'dane-matches': {
    states: ['good'],
    title: 'DANE matches the mail servers’ certificates',
    meaning: 'TLSA records with a valid DNSSEC chain match the certificates or keys of the servers.',
    importance: 'Senders that support DANE require TLS with exactly these.',
    effect: 'Mail servers that support DANE deliver only over TLS.',
    remedies: nothingToMend,
    source,
  },
  'dane-differs': {
    states: ['bad'],
    title: 'DANE does not match a mail server’s certificate',
    meaning: 'No TLSA record of the name matches its certificate or key, or the server offers no TLS.',
    importance: 'Senders that support DANE must not deliver to it.',
    effect: 'Mail from these senders bounces after some days.',
    remedies: zoneFile(
      'Add a TLSA record for the current key. In future, add the record for a new key before the key is used.',
    ),
    source,
  },
  'dane-unusable': {
    states: ['warn'],
    title: 'TLSA records that mail senders cannot use',
    meaning:
      'No TLSA record has a certificate usage (2 or 3), selector, matching type and data that mail servers support.',
    importance: 'Senders still require TLS, but cannot verify who they are talking to.',
    effect: 'Mail is not protected against an attacker on the network path.',
    remedies: zoneFile('Add a TLSA record `3 1 1` with the SHA-256 digest of the server’s public key.'),
    source: rfc(7672, '3.1'),
  },
  'dane-insecure': {
    states: ['note'],
    title: 'TLSA records without DNSSEC',
    meaning: 'The zone of the TLSA records, the MX records or the addresses is not signed with DNSSEC.',
    importance: 'Senders ignore the TLSA records.',
    effect: 'None.',
    remedies: { Registrar: 'Sign the zones of the domain and of its mail servers with DNSSEC.' },
    source,
  },
  'dane-bogus': {
    states: ['bad'],
    title: 'DNSSEC is broken for the TLSA records',
    meaning: 'The MX records, addresses or TLSA records should be signed, but DNSSEC validation fails.',
    importance: 'Senders that validate must treat this as an attack, and do not deliver.',
    effect: 'Mail from these senders waits in their queue, and bounces after some days.',
    remedies: { Registrar: 'Fix the DNSSEC of the zone. The delegation check shows where the chain of trust breaks.' },
    source: rfc(7672, '2.1.1'),
  },
  'dane-unknown': {
    states: ['unknown'],
    title: 'DANE could not be checked',
    meaning: 'The DNSSEC signatures of the TLSA records, or the certificates of the servers, could not be read.',
    importance: 'It is not known whether senders that support DANE can deliver.',
    effect: 'Not known.',
    remedies: {
      'Any server':
        'Check again later, or from a network that allows DNS queries to any name server and connections to port 25.',
    },
    source,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
