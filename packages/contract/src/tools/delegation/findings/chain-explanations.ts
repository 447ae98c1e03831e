import type { Explanation } from '../../../finding/explanation.ts';
import { BOGUS, sources } from './sources.ts';

const PARTLY =
  'Validating resolvers reject the answers of these servers. If other servers are left, they query those, which is slower; if none is left, they answer SERVFAIL.';
const IGNORED = 'If no chain of trust leads to the zone, resolvers ignore its signatures.';

/** On DS records, keys, signatures and denials. */
export const chainExplanations = {
  'ds-without-key': {
    states: ['warn', 'bad'],
    title: 'A DS record refers to a key that the zone does not have',
    meaning:
      'The key tag and algorithm of the DS record match no DNSKEY record that the servers of the zone returned. Answers that are missing or cut off are not counted as keys that are missing.',
    importance:
      'If no other DS record matches, the chain of trust is broken. Otherwise, it is a leftover that costs resolvers time.',
    effect: BOGUS,
    remedies: { Registrar: 'Replace the DS record with one for a key that the zone has.' },
    source: sources.ds,
  },
  'ds-digest-differs': {
    states: ['warn', 'bad'],
    title: 'The digest of a DS record does not match the key',
    meaning:
      'The zone has a key with this tag, but another digest: the DS record was copied wrongly or belongs to an older key.',
    importance: 'If no other DS record matches, the chain of trust is broken.',
    effect: BOGUS,
    remedies: { Registrar: 'Replace the DS record with the one computed from the key.' },
    source: sources.ds,
  },
  'ds-unsupported': {
    states: ['warn'],
    title: 'A DS record uses an algorithm or digest that is not widely supported',
    meaning: 'Validating resolvers skip DS records whose algorithm or digest type they do not support.',
    importance: 'If they skip all DS records, they treat the zone as unsigned.',
    effect: 'Resolvers do not use this record to validate the zone.',
    remedies: { Registrar: 'Publish a DS record with digest type 2 (SHA-256) for a key with algorithm 13.' },
    source: sources.ds,
  },
  'ds-digest-weak': {
    states: ['warn'],
    title: 'All DS records use SHA-1 digests',
    meaning: 'SHA-1 is a broken hash function, and must not be used for new DS records.',
    importance: 'Some validating resolvers no longer accept it.',
    effect: 'These resolvers treat the zone as unsigned.',
    remedies: { Registrar: 'Publish the DS record with digest type 2 (SHA-256).' },
    source: sources.digests,
  },
  'signature-expired': {
    states: ['warn', 'bad'],
    title: 'A signature has expired',
    meaning: 'The servers named in the evidence serve records that were not re-signed in time.',
    importance: `An expired signature is invalid. ${IGNORED}`,
    effect: PARTLY,
    remedies: {
      'Name server':
        'Sign the zone again: `rndc sign example.com` in BIND, `knotc zone-sign example.com` in Knot. If only one server is behind, find out why its zone transfers fail.',
    },
    source: sources.dates,
  },
  'signature-not-yet-valid': {
    states: ['warn', 'bad'],
    title: 'A signature is not valid yet',
    meaning: 'Its validity begins in the future: the signer’s clock is wrong, or the signer is configured so.',
    importance: `Until then, the signature is invalid. ${IGNORED}`,
    effect: PARTLY,
    remedies: { 'Name server': 'Correct the clock of the signer, then sign the zone again.' },
    source: sources.dates,
  },
  'signature-wrong': {
    states: ['warn', 'bad'],
    title: 'A signature does not verify',
    meaning:
      'The records were changed after signing, or the signature was made with another key than the one it names.',
    importance: `To a resolver, this looks like an attack. ${IGNORED}`,
    effect: PARTLY,
    remedies: { 'Name server': 'Sign the zone again, and never edit a signed zone file by hand.' },
    source: sources.validation,
  },
  'signature-ends-soon': {
    states: ['warn'],
    title: 'A signature expires soon',
    meaning: 'Little of its validity is left. Signers renew earlier, so signing has probably stopped.',
    importance: 'When it expires, the zone stops working for everyone behind a validating resolver.',
    effect: 'None yet.',
    remedies: { 'Name server': 'Find out why the zone is not re-signed. See the log of the signer.' },
    source: sources.dates,
  },
  'signatures-missing': {
    states: ['bad'],
    title: 'A server omits the signatures',
    meaning:
      'The zone is signed, but this server’s answers have no signatures although the query requested them (DO flag).',
    importance:
      'The server runs without DNSSEC, has an unsigned copy of the zone, or a device in front of it strips the signatures.',
    effect: PARTLY,
    remedies: { 'Name server': 'Make the server transfer the signed zone, and turn on DNSSEC.' },
    source: sources.serving,
  },
  'algorithm-incomplete': {
    states: ['warn'],
    title: 'A server lacks signatures for an algorithm',
    meaning:
      'A key or a DS record of the zone has this algorithm, so every server must serve signatures made with it for all records.',
    importance: 'Resolvers that support only this algorithm, or require every one, reject the answers of this server.',
    effect: PARTLY,
    remedies: {
      'Name server':
        'Sign with every algorithm of the key set. To change algorithms, add the signatures before the keys, and remove the keys before the signatures (RFC 6781 section 4.1.4).',
    },
    source: sources.everyAlgorithm,
  },
  'keys-differ': {
    states: ['warn'],
    title: 'The servers have different DNSKEY records',
    meaning: 'Some of the servers do not have all DNSKEY records of the zone.',
    importance:
      'A resolver that gets the keys from one server and signatures from another may not be able to validate them.',
    effect: PARTLY,
    remedies: { 'Name server': 'Publish all keys on all servers, even if several operators sign the zone (RFC 8901).' },
    source: sources.validation,
  },
  'ds-key-without-sep': {
    states: ['note'],
    title: 'A DS record refers to a key without the SEP flag',
    meaning: 'The flag tells people and tools that a DS record belongs to this key. Validating resolvers ignore it.',
    importance: 'Tools that publish DS records automatically may overlook the key.',
    effect: 'None for resolvers.',
    remedies: 'No action needed. At the next rollover, prefer a key with the flag (257).',
    source: sources.sep,
  },
  'algorithm-weak': {
    states: ['note', 'warn', 'bad'],
    title: 'A key has an algorithm that should not be used for signing',
    meaning:
      'The algorithm is broken or outdated, or has no advantage over a recommended one, according to the IANA registry. SHA-1 must not be used for signing (RFC 9905).',
    importance: 'Resolvers drop support for old algorithms, and then treat the zone as unsigned.',
    effect: 'None, as long as resolvers support the algorithm.',
    remedies: { 'Name server': 'Roll over to algorithm 13 (ECDSAP256SHA256).' },
    source: sources.algorithms,
  },
  'nsec3-iterations': {
    states: ['note', 'warn'],
    title: 'NSEC3 with additional iterations',
    meaning:
      'For every negative answer, resolvers have to hash several times. This protects nothing: use 0 iterations.',
    importance: 'Resolvers limit the number of iterations, and treat zones above their limit as unsigned or broken.',
    effect:
      'Resolvers need more time. Above 150 iterations (BIND, Unbound) or fewer, they treat negative answers as unsigned.',
    remedies: {
      'Name server':
        'Use `nsec3param iterations 0 optout no salt-length 0;` in the dnssec-policy of BIND, or `nsec3-iterations: 0` in Knot.',
    },
    source: sources.nsec3,
  },
  'denial-unproven': {
    states: ['bad'],
    title: 'A server does not prove that a name does not exist',
    meaning:
      'The answer for a name that does not exist has no validly signed NSEC or NSEC3 records that cover the name.',
    importance: 'Without proof, an attacker could make existing names disappear.',
    effect: 'Validating resolvers answer SERVFAIL for names that do not exist.',
    remedies: { 'Name server': 'Sign the zone again, with a complete chain of NSEC or NSEC3 records.' },
    source: sources.denial,
  },
  'cds-differs': {
    states: ['note', 'warn'],
    title: 'The zone requests other DS records than its parent has',
    meaning: 'The CDS records of the zone say which DS records the parent should have. The parent has others.',
    importance:
      'Parents that read CDS records will change the DS records. If these refer to a key that the zone does not have, the chain breaks.',
    effect: 'None until the parent changes its DS records.',
    remedies: {
      'Name server':
        'If the CDS records are outdated, remove them. Otherwise, wait for the parent, or publish the DS records at the registrar.',
    },
    source: sources.cds,
  },
  'ds-key-unusable': {
    states: ['warn', 'bad'],
    title: 'A DS record refers to a key that must not be used',
    meaning: 'The key has the REVOKE flag, or lacks the Zone Key flag: its signatures do not count.',
    importance: 'If no other DS record matches, the chain of trust is broken.',
    effect: BOGUS,
    remedies: {
      Registrar: 'Replace the DS record with one for a key that is not revoked and signs the key set.',
      'Name server':
        'If there is no such key, make one, and sign the key set with it. Do not clear the REVOKE flag of an old key.',
    },
    source: sources.keyFlags,
  },
  'key-short': {
    states: ['warn', 'bad'],
    title: 'An RSA key is short',
    meaning:
      'Keys of fewer than 2048 bits are weaker than recommended; those of fewer than 1024 bits can be broken by anyone.',
    importance: 'Whoever finds the private key can forge signatures.',
    effect: 'None for resolvers. Some programs refuse RSA keys of fewer than 1024 bits.',
    remedies: {
      'Name server':
        'Roll over to algorithm 13 (ECDSAP256SHA256), whose signatures are also much smaller, or to RSA keys of 2048 bits.',
    },
    source: sources.keySize,
  },
  'nsec3-salt': {
    states: ['note'],
    title: 'NSEC3 with a salt',
    meaning: 'The salt was meant to make guessing harder, but every zone has a name of its own, which does the same.',
    importance: 'It protects nothing, and makes answers larger.',
    effect: 'None for resolvers.',
    remedies: {
      'Name server':
        'Use `nsec3param iterations 0 optout no salt-length 0;` in the dnssec-policy of BIND, or `nsec3-salt-length: 0` in Knot.',
    },
    source: sources.nsec3,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
