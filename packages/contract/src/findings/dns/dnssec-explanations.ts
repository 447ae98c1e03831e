import type { Explanation } from '../explanation.ts';

const validation = { name: 'RFC 4035, section 5', url: 'https://www.rfc-editor.org/rfc/rfc4035#section-5' };
const practice = { name: 'RFC 9364 (BCP 237)', url: 'https://www.rfc-editor.org/rfc/rfc9364' };
const ds = { name: 'RFC 4035, section 2.4', url: 'https://www.rfc-editor.org/rfc/rfc4035#section-2.4' };

export const dnssecExplanations = {
  'dnssec-validated': {
    states: ['good'],
    title: 'Validated by DNSSEC',
    meaning: 'The resolver followed the signatures from the root to every record, and says that all of them hold.',
    importance: 'Nobody on the way has changed the records.',
    effect: 'Validating resolvers accept the records and mark them as authentic.',
    remedies: 'No action needed.',
    source: validation,
  },
  'dnssec-failed': {
    states: ['bad'],
    title: 'DNSSEC signatures do not hold',
    meaning:
      'The resolver refused the records as bogus: a signature has expired or is wrong, or the keys do not fit the DS records of the parent zone. The records shown were read with checking disabled.',
    importance: 'For everybody behind a validating resolver, which are many, the name does not exist.',
    effect:
      'Validating resolvers answer SERVFAIL. Browsers say that the server was not found, and mail stays in the queue.',
    remedies: {
      'Name server':
        'Sign the zone again: `rndc sign ZONE` in BIND with dnssec-policy, `knotc zone-sign ZONE` in Knot.',
      Registrar: 'Compare the DS records with the keys of the zone; remove DS records that no key fits.',
    },
    source: validation,
  },
  'dnssec-without-keys': {
    states: ['bad'],
    title: 'DS records without keys in the zone',
    meaning:
      'The parent zone says that the zone is signed, and the zone has no keys. That often follows a change of provider.',
    importance: 'Validating resolvers refuse every answer of the zone.',
    effect: 'Behind validating resolvers, browsers say that the server was not found, and mail stays in the queue.',
    remedies: {
      Registrar: 'Remove the DS records, until the new provider has signed the zone.',
      'Name server': 'Or sign the zone with keys that fit the DS records.',
    },
    source: ds,
  },
  'dnssec-unsigned': {
    states: ['note'],
    title: 'Not signed',
    meaning: 'The records came without DNSSEC signatures.',
    importance: 'A resolver cannot tell whether somebody on the way has changed them. DANE needs signatures, too.',
    effect: 'Resolvers and browsers use the records all the same.',
    remedies: {
      'Name server': 'BIND: `dnssec-policy default;` in the zone. Most DNS providers have a switch for it.',
      Registrar: 'Enter the DS record of the zone; without it, signatures are not used.',
    },
    source: practice,
  },
  'dnssec-partly-signed': {
    states: ['note'],
    title: 'Signed in part',
    meaning:
      'Some of the records are signed, others are not. Most often an alias leads from a signed zone into one that is not.',
    importance: 'What is at the end of the alias could be changed on the way.',
    effect: 'Validating resolvers accept the answer, and do not mark it as authentic.',
    remedies: {
      'Name server': 'Let the zone at the end of the alias be signed, or use a provider that signs its zones.',
    },
    source: practice,
  },
  'dnssec-not-validated': {
    states: ['unknown'],
    title: 'Signed, but not validated',
    meaning: 'The records carry signatures, and the resolver did not say that they hold. It may not validate at all.',
    importance: 'Whether validating resolvers accept the records is not known.',
    effect: 'Where no DS record leads to the keys, resolvers treat the zone as unsigned.',
    remedies: { Registrar: 'See that the DS record of the zone is entered.' },
    source: validation,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
