import type { Explanation } from '../explanation.ts';
import { sources } from './sources.ts';

const BOGUS = 'Validating resolvers answer SERVFAIL for every name in the zone: for their users the domain is gone.';
const PARTLY =
  'Validating resolvers that ask this server have to try another one, which is slower, and fails when none is left.';

export const chainExplanations = {
  'chain-valid': {
    states: ['good'],
    title: 'Signed, and the chain of trust holds',
    meaning:
      'Every zone from the root to this one has a DS record in its parent that names one of its keys, and that key signs.',
    importance: 'Whoever validates can tell true answers from forged ones.',
    effect: 'Validating resolvers mark the answers as authentic.',
    remedies: 'No action needed.',
    source: sources.states,
  },
  'chain-broken': {
    states: ['bad'],
    title: 'The chain of trust is broken',
    meaning: 'The parent says that the zone is signed, and what the zone sends does not fit that.',
    importance: 'A validator cannot tell a mistake from an attack, and treats both alike.',
    effect: BOGUS,
    remedies: {
      Registrar: 'Remove the DS record until the zone is signed again, or replace it by the one of a key that signs.',
      'Name server': 'Sign the zone anew with the key that the DS record names.',
    },
    source: sources.states,
  },
  'chain-unknown': {
    states: ['unknown'],
    title: 'Whether the zone is valid could not be determined',
    meaning: 'The servers of the zone, or of one above it, did not say enough to judge.',
    importance: 'What cannot be asked cannot be called valid or broken.',
    effect: 'Resolvers that get as little as we did answer SERVFAIL.',
    remedies: {
      'Name server': 'Make sure that the servers of the zone answer for it with authority, from everywhere.',
    },
    source: sources.states,
  },
  'zone-unsigned': {
    states: ['note'],
    title: 'The zone is not signed',
    meaning: 'The parent proves that there is no DS record, so nobody expects signatures.',
    importance: 'Answers can be forged on the way, and a forged mail server or certificate record goes unnoticed.',
    effect: 'Resolvers take what they get. DANE and other checks that need signatures do not work.',
    remedies: {
      'Name server':
        'Turn on signing, for example `dnssec-policy default; inline-signing yes;` in BIND, then publish the DS record.',
    },
    source: sources.states,
  },
  'ds-missing': {
    states: ['note', 'warn'],
    title: 'The zone has keys, but its parent has no DS record',
    meaning:
      'The zone is signed, and nobody can rely on it: the link from its parent is missing. A note: it asks for the link by CDS.',
    importance:
      'The work of signing is done without its use, and mistakes in it stay hidden until a DS record appears.',
    effect: 'Resolvers treat the zone as unsigned.',
    remedies: { Registrar: 'Publish the DS record of the key that signs the key set.' },
    source: sources.ds,
  },
  'ds-without-key': {
    states: ['warn', 'bad'],
    title: 'A DS record names a key that the zone does not have',
    meaning: 'The key tag and algorithm of the DS record fit no DNSKEY record of the zone.',
    importance:
      'Where no other DS record fits, the chain of trust is broken; else it is a leftover that costs resolvers time.',
    effect: BOGUS,
    remedies: { Registrar: 'Replace the DS record by the one of a key that the zone has.' },
    source: sources.ds,
  },
  'ds-digest-differs': {
    states: ['warn', 'bad'],
    title: 'The digest of a DS record is not that of the key',
    meaning:
      'A key with this tag exists, but its digest is another one: the record was copied wrongly, or is of an older key.',
    importance: 'Where no other DS record fits, the chain of trust is broken.',
    effect: BOGUS,
    remedies: { Registrar: 'Replace the DS record by the one that is computed from the key.' },
    source: sources.ds,
  },
  'ds-unsupported': {
    states: ['warn'],
    title: 'A DS record uses an algorithm or digest that is not widely known',
    meaning: 'Validators skip DS records whose algorithm or digest type they do not know.',
    importance: 'Where all are skipped, the zone counts as unsigned.',
    effect: 'Resolvers do not validate the zone by this record.',
    remedies: { Registrar: 'Publish a DS record with digest type 2 (SHA-256) for a key with algorithm 13.' },
    source: sources.ds,
  },
  'ds-digest-weak': {
    states: ['warn'],
    title: 'The DS records have SHA-1 digests only',
    meaning: 'SHA-1 is broken as a hash, and must not be used for new DS records.',
    importance: 'Some validators no longer accept it.',
    effect: 'For them the zone counts as unsigned.',
    remedies: { Registrar: 'Publish the DS record with digest type 2 (SHA-256).' },
    source: sources.digests,
  },
  'signature-expired': {
    states: ['bad'],
    title: 'A signature has expired',
    meaning: 'The zone was not signed again in time, on the servers that are named.',
    importance: 'An expired signature counts as none.',
    effect: PARTLY,
    remedies: {
      'Name server':
        'Sign the zone again: `rndc sign example.com` in BIND, `knotc zone-sign example.com` in Knot. If one server alone is behind, find out why it gets no transfers.',
    },
    source: sources.dates,
  },
  'signature-not-yet-valid': {
    states: ['bad'],
    title: 'A signature is not valid yet',
    meaning: 'It begins in the future: the clock of the machine that signs is wrong, or it was told so.',
    importance: 'Until then it counts as none.',
    effect: PARTLY,
    remedies: { 'Name server': 'Set the clock, then sign the zone again.' },
    source: sources.dates,
  },
  'signature-wrong': {
    states: ['bad'],
    title: 'A signature does not fit its data',
    meaning: 'The records were changed after they were signed, or the signature is not by the key that it names.',
    importance: 'This is what an attack looks like.',
    effect: PARTLY,
    remedies: { 'Name server': 'Sign the zone again, and never edit the signed file by hand.' },
    source: sources.validation,
  },
  'signature-ends-soon': {
    states: ['warn'],
    title: 'A signature ends soon',
    meaning: 'Little is left of its time, and signers renew earlier: signing has probably stopped.',
    importance: 'When it has ended, the zone is gone for everybody who validates.',
    effect: 'None yet.',
    remedies: { 'Name server': 'Find out why the zone is not signed again; the log of the signer says so.' },
    source: sources.dates,
  },
  'signatures-missing': {
    states: ['bad'],
    title: 'A server leaves the signatures out',
    meaning: 'The zone is signed, but this server answers without signatures although it was asked for them.',
    importance: 'It runs without DNSSEC, has an unsigned copy of the zone, or a device in front of it removes them.',
    effect: PARTLY,
    remedies: { 'Name server': 'Let the server transfer the signed zone, and turn DNSSEC on.' },
    source: sources.serving,
  },
  'algorithm-incomplete': {
    states: ['warn'],
    title: 'A server lacks the signatures of an algorithm',
    meaning: 'A DS record names a key of this algorithm, so everything has to be signed by it, at every server.',
    importance:
      'A validator that knows this algorithm alone, or insists on each one, refuses the answers of this server.',
    effect: PARTLY,
    remedies: {
      'Name server': 'Sign with every algorithm that the DS records name; change algorithms by a rollover (RFC 6781).',
    },
    source: sources.everyAlgorithm,
  },
  'keys-differ': {
    states: ['warn'],
    title: 'The servers have different keys',
    meaning: 'Some of the servers do not have all DNSKEY records of the zone.',
    importance: 'A resolver that got the keys from one server and signatures from another cannot validate them.',
    effect: PARTLY,
    remedies: { 'Name server': 'Publish all keys on all servers, also where several operators sign (RFC 8901).' },
    source: sources.validation,
  },
  'ds-key-without-sep': {
    states: ['note'],
    title: 'A DS record names a key without the SEP flag',
    meaning: 'The flag is a hint for people and tools that a DS record belongs to this key; validators ignore it.',
    importance: 'Tools that publish DS records by themselves may overlook the key.',
    effect: 'None on resolvers.',
    remedies: 'Nothing has to be mended; keys with the flag (257) are the usual choice at the next rollover.',
    source: sources.sep,
  },
  'algorithm-weak': {
    states: ['note', 'warn', 'bad'],
    title: 'A key has an algorithm that should not be used for signing',
    meaning: 'The algorithm is broken, outdated, or no better than one that is recommended.',
    importance: 'Validators drop old algorithms, and then treat the zone as unsigned.',
    effect: 'None as long as resolvers know the algorithm.',
    remedies: { 'Name server': 'Change to algorithm 13 (ECDSAP256SHA256) by a rollover.' },
    source: sources.algorithms,
  },
  'nsec3-iterations': {
    states: ['warn'],
    title: 'NSEC3 with additional iterations',
    meaning: 'Every denial makes resolvers hash several times; that protects nothing, and 0 is what is to be used.',
    importance: 'Resolvers limit the number, and treat zones above their limit as unsigned or broken.',
    effect: 'Resolvers spend more time; above 100 to 150 iterations they stop validating denials.',
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
      'The answer for a name that nobody entered has no NSEC or NSEC3 records whose signatures hold and that cover it.',
    importance: 'Without proof, anybody could make names disappear.',
    effect: 'Validating resolvers answer SERVFAIL for names that do not exist.',
    remedies: { 'Name server': 'Sign the zone again, with a complete chain of NSEC or NSEC3 records.' },
    source: sources.denial,
  },
  'cds-differs': {
    states: ['note', 'warn'],
    title: 'The zone wishes for other DS records than its parent has',
    meaning: 'The CDS records of the zone say which DS records the parent should have; the parent has others.',
    importance:
      'Parents that read CDS will follow the wish; where it names a key that the zone does not have, that breaks the chain.',
    effect: 'None until the parent follows.',
    remedies: {
      'Name server':
        'Remove the CDS records if the wish is old; else wait for the parent, or publish the DS record at the registrar.',
    },
    source: sources.cds,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
