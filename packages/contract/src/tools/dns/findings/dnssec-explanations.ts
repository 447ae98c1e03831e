import type { Explanation } from '../../../finding/explanation.ts';

const validation = { name: 'RFC 4035, section 5', url: 'https://www.rfc-editor.org/rfc/rfc4035#section-5' };
const practice = { name: 'RFC 9364 (BCP 237)', url: 'https://www.rfc-editor.org/rfc/rfc9364' };
const ds = { name: 'RFC 4035, section 2.4', url: 'https://www.rfc-editor.org/rfc/rfc4035#section-2.4' };

export const dnssecExplanations = {
  'dnssec-validated': {
    states: ['good'],
    title: 'Validated by DNSSEC',
    meaning:
      'The resolver reports that it has validated all of the records (AD flag). Sonde relies on that report, and on the path to the resolver.',
    importance: 'If the resolver can be trusted, nobody has changed the records between the zone and it.',
    effect: 'Validating resolvers accept the records and mark them as authentic.',
    remedies: 'No action needed.',
    source: { name: 'RFC 4035, section 4.9.3', url: 'https://www.rfc-editor.org/rfc/rfc4035#section-4.9.3' },
  },
  'dnssec-failed': {
    states: ['bad'],
    title: 'DNSSEC validation fails',
    meaning:
      'The resolver refused the records twice, and gave them only with checking disabled: a signature has expired or is wrong, or the keys do not match the DS records of the parent zone.',
    importance: 'The name does not work for the many users whose resolver validates.',
    effect:
      'Validating resolvers answer SERVFAIL. Browsers report that the server was not found, and mail stays in the queue.',
    remedies: {
      'Name server':
        'Sign the zone again: `rndc sign ZONE` in BIND with dnssec-policy, `knotc zone-sign ZONE` in Knot.',
      Registrar: 'Compare the DS records with the keys of the zone, and replace those that match no key.',
    },
    source: { name: 'RFC 4035, section 5.5', url: 'https://www.rfc-editor.org/rfc/rfc4035#section-5.5' },
  },
  'dnssec-without-keys': {
    states: ['bad'],
    title: 'DS records without keys in the zone',
    meaning:
      'The DS records of the parent say that the zone is signed, but the zone has no keys. This often happens after a change of provider.',
    importance: 'Validating resolvers reject every answer from the zone.',
    effect: 'With a validating resolver, browsers report that the server was not found, and mail stays in the queue.',
    remedies: {
      'Name server': 'Sign the zone with keys that match the DS records.',
      Registrar:
        'If the new provider does not sign the zone, remove the DS records, or replace them by those of its keys.',
    },
    source: ds,
  },
  'dnssec-unsigned': {
    states: ['note'],
    title: 'Not signed with DNSSEC',
    meaning: 'The records have no DNSSEC signatures, and the parent zone has no DS record.',
    importance: 'A resolver cannot detect forged records. DANE also needs signatures.',
    effect: 'Resolvers and browsers use the records all the same.',
    remedies: {
      'Name server': 'BIND: set `dnssec-policy default;` for the zone. Most DNS providers have a switch for it.',
      Registrar: 'Add the DS record of the zone: without it, resolvers do not use the signatures.',
    },
    source: practice,
  },
  'dnssec-not-sent': {
    states: ['unknown'],
    title: 'The resolver sent no signatures',
    meaning:
      'The answers have no signatures. Many resolvers and home routers leave them out, so this does not show whether the zone is signed.',
    importance: 'Whether validating resolvers accept the records is not known from this lookup.',
    effect: 'Clients of this resolver cannot validate the records themselves.',
    remedies: 'No action needed for the domain. Check its delegation, or query another resolver.',
    source: validation,
  },
  'dnssec-partly-signed': {
    states: ['note'],
    title: 'Partly signed',
    meaning:
      'Some of the records are signed, others are not. Usually an alias leads from a signed zone to an unsigned one.',
    importance: 'The unsigned records could be forged.',
    effect: 'Validating resolvers accept the answer, but do not mark it as authentic.',
    remedies: {
      'Name server': 'Have the zone at the end of the alias signed, or use a provider that signs its zones.',
    },
    source: practice,
  },
  'dnssec-not-validated': {
    states: ['unknown'],
    title: 'Signed, but not validated',
    meaning: 'The records are signed, but the resolver did not report them as validated. It may not validate at all.',
    importance: 'Whether validating resolvers accept the records is not known.',
    effect: 'If no DS record leads to the keys, resolvers treat the zone as unsigned.',
    remedies: { Registrar: 'Make sure that the DS record of the zone is published.' },
    source: validation,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
