import type { Explanation } from '../../../finding/explanation.ts';
import { BOGUS, sources } from './sources.ts';

/** On what the chain of trust amounts to. */
export const verdictExplanations = {
  'chain-valid': {
    states: ['good'],
    title: 'Signed, with a valid chain of trust',
    meaning:
      'From the root down to this zone, every parent has a DS record for a key of the next zone, and that key signs the zone’s key set.',
    importance: 'Validating resolvers can tell genuine answers from forged ones.',
    effect:
      'Validating resolvers accept the keys and the SOA record of the zone. Of its other records, only the signatures over the NS records and the addresses of the name were checked, and a bad one is reported by itself.',
    remedies: 'No action needed.',
    source: sources.states,
  },
  'chain-broken': {
    states: ['bad'],
    title: 'The chain of trust is broken',
    meaning:
      'The DS records of the parent say that the zone is signed, but the zone’s keys or signatures do not match them. The evidence names the key tags.',
    importance: 'A validating resolver cannot tell a mistake from an attack, and treats both the same.',
    effect: BOGUS,
    remedies: {
      Registrar:
        'Replace the DS record with one for a key that signs the key set. Remove it only if the zone is not to be signed any more.',
      'Name server': 'Sign the zone again with the key that the DS record refers to.',
    },
    source: sources.states,
  },
  'delegation-missing': {
    states: ['bad'],
    title: 'The parent does not delegate the zone',
    meaning:
      'The name servers have the zone, but the zone above, which is signed and on the same servers, has no NS records for it.',
    importance:
      'The signed zone above proves that there is no zone here, so validating resolvers expect its signatures.',
    effect: BOGUS,
    remedies: { 'Zone file': 'In the zone above, add the NS records of the zone, and its DS record if it is signed.' },
    source: sources.undelegated,
  },
  'keys-unreadable': {
    states: ['bad'],
    title: 'The keys of a signed zone cannot be read',
    meaning:
      'The answer about the keys does not fit into a UDP message, so it was cut off (TC flag), and the servers do not answer over TCP.',
    importance:
      'The parent has a DS record, so resolvers need the keys. Whether these are right is not known: leave the DS record as it is.',
    effect: 'Validating resolvers that cannot use TCP either answer SERVFAIL for every name in the zone.',
    remedies: {
      Firewall: 'Allow TCP port 53.',
      'Name server': 'Listen on TCP. A smaller key set, with algorithm 13, fits into UDP.',
    },
    source: sources.tcp,
  },
  'chain-unknown': {
    states: ['unknown'],
    title: 'DNSSEC status could not be determined',
    meaning: 'The name servers of the zone, or of a zone above it, did not give enough answers.',
    importance: 'It is not known whether the zone is valid or broken.',
    effect: 'Resolvers that get no better answers than Sonde answer SERVFAIL.',
    remedies: {
      'Name server': 'Make sure that the zone’s name servers give authoritative answers (AA flag), from everywhere.',
    },
    source: sources.states,
  },
  'zone-unserved': {
    states: ['bad'],
    title: 'No name server serves the zone',
    meaning: 'Every address of every name server was asked over UDP, and silent ones also over TCP: none has the zone.',
    importance: 'The delegation leads nowhere, so nothing in the domain can be found: no website, no mail.',
    effect: 'Resolvers answer SERVFAIL for every name in the zone.',
    remedies: {
      'Name server': 'Start the servers, and configure the zone on them.',
      Registrar: 'Name the servers that have the zone.',
    },
    source: sources.lame,
  },
  'zone-unsigned': {
    states: ['note'],
    title: 'The zone is not signed',
    meaning:
      'The zone has no keys, and no chain of trust leads to it: its parent proves that there is no DS record, or is not signed itself.',
    importance: 'Answers can be forged: resolvers cannot detect a false address or mail server.',
    effect: 'Resolvers accept every answer. DANE and other protocols that need DNSSEC do not work.',
    remedies: {
      'Name server':
        'Turn on signing, for example with `dnssec-policy default; inline-signing yes;` in BIND, then publish the DS record.',
    },
    source: sources.states,
  },
  'parent-unsigned': {
    states: ['note'],
    title: 'The zone is signed, but no chain of trust leads to its parent',
    meaning: 'The zone has keys, but a zone above it is not signed, or has no DS record.',
    importance: 'Resolvers cannot check the keys of the zone, and treat it as unsigned.',
    effect: 'The signatures protect nothing until the zones above are linked.',
    remedies: {
      Registrar: 'If the zone above is yours too, sign it and publish its DS record. Otherwise, ask its operator.',
    },
    source: sources.island,
  },
  'ds-missing': {
    states: ['note', 'warn'],
    title: 'The zone has keys, but its parent has no DS record',
    meaning:
      'The zone is signed, but the parent does not link to its keys. If CDS records request the DS record, this is only a note.',
    importance: 'The signatures protect nothing, and mistakes in them stay hidden until a DS record is published.',
    effect: 'Resolvers treat the zone as unsigned.',
    remedies: { Registrar: 'Publish the DS record for the key that signs the key set.' },
    source: sources.ds,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
