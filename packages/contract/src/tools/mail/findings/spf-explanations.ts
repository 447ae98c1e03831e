import type { Explanation } from '../../../finding/explanation.ts';
import { PERMANENT_ERROR } from '../../../mail/record-explanations.ts';
import { nothingToMend, sources, zoneFile } from './explained.ts';

export const spfExplanations = {
  'spf-sound': {
    states: ['good'],
    title: 'SPF record is valid',
    meaning:
      'The record and everything it includes can be evaluated without an error and within the limits of receivers, and does not allow a large part of the internet.',
    importance: 'Receivers get a result other than an error for every sender, unless DNS fails.',
    effect: 'Mail servers compare the sender’s address with the record.',
    remedies: nothingToMend,
    source: sources.spf('4.6.4'),
  },
  'spf-many-mx': {
    states: ['bad'],
    title: 'SPF refers to a name with more than ten MX records',
    meaning: 'An `mx` term may lead to at most ten names.',
    importance: 'Receivers that get to this term stop with a permanent error.',
    effect:
      'For all senders that no earlier term matches, the SPF result is a permanent error. With DMARC, mail fails unless DKIM passes.',
    remedies: zoneFile('Replace `mx` with the addresses of the servers that send your mail.'),
    source: sources.spf('4.6.4'),
  },
  'spf-not-answered': {
    states: ['unknown'],
    title: 'SPF could not be looked up',
    meaning: 'The DNS question for the SPF record, or for a name that it refers to, was not answered.',
    importance:
      'It is unknown whether there is a record. If other resolvers get no answer either, receivers defer mail.',
    effect: 'The SPF result is a temporary error: receivers accept the mail, or ask the sender to try again later.',
    remedies: { 'Name server': 'Check with the delegation check whether all name servers answer.' },
    source: sources.spf('2.6.6'),
  },
  'spf-over-ten-lookups': {
    states: ['bad'],
    title: 'SPF needs more than ten DNS lookups',
    meaning: 'The record and everything it includes has more than ten terms that need a DNS lookup.',
    importance:
      'Receivers stop at the limit and treat the record as invalid, also for the servers listed after that point.',
    effect: PERMANENT_ERROR,
    remedies: zoneFile(
      'Remove services that you no longer use. Replace includes with the addresses behind them if these do not change.',
    ),
    source: sources.spf('4.6.4'),
  },
  'spf-near-ten-lookups': {
    states: ['note'],
    title: 'SPF is close to the limit of ten DNS lookups',
    meaning: 'The record and everything it includes needs nine or ten lookups. Receivers allow at most ten.',
    importance: 'If a service that you include adds a lookup to its own record, yours becomes invalid.',
    effect: 'None yet.',
    remedies: zoneFile('Remove services that you no longer use.'),
    source: sources.spf('4.6.4'),
  },
  'spf-void-lookups': {
    states: ['bad'],
    title: 'SPF has too many void lookups',
    meaning: 'More than two of the DNS lookups find no record.',
    importance: 'Receivers stop after two and treat the record as invalid.',
    effect: PERMANENT_ERROR,
    remedies: zoneFile('Remove the terms whose names no longer have records.'),
    source: sources.spf('4.6.4'),
  },
  'spf-count-unknown': {
    states: ['unknown'],
    title: 'Number of SPF lookups not known',
    meaning: 'Part of the record tree could not be read, or a macro makes the number depend on the message.',
    importance: 'For some messages, the limit of ten lookups may be exceeded.',
    effect: 'Unknown.',
    remedies: zoneFile('Check the terms marked in the tree.'),
    source: sources.spf('7'),
  },
  'spf-include-broken': {
    states: ['bad'],
    title: 'SPF include or redirect is broken',
    meaning: 'The target of an include or a redirect has no SPF record, several of them, or a broken one.',
    importance: 'Receivers that reach this term treat the whole record as invalid.',
    effect: PERMANENT_ERROR,
    remedies: zoneFile('Remove the term, or correct the name in it.'),
    source: sources.spf('5.2'),
  },
  'spf-loop': {
    states: ['bad'],
    title: 'SPF include loop',
    meaning: 'A record includes itself, directly or through other records.',
    importance: 'Receivers follow the loop up to their limit, and treat the record as invalid.',
    effect: PERMANENT_ERROR,
    remedies: zoneFile('Remove the term that closes the loop.'),
    source: sources.spf('4.6.4'),
  },
  'spf-ptr': {
    states: ['warn'],
    title: 'SPF uses the ptr mechanism',
    meaning:
      'The ptr mechanism looks up the name of the sending address. RFC 7208 says that it should not be published.',
    importance: 'It is slow, and the owner of the address, not you, controls the result.',
    effect:
      'Receivers that support it ask additional questions for every message, and get an error if these are not answered.',
    remedies: zoneFile('List the addresses with `ip4` and `ip6`, or the hosts with `a`.'),
    source: sources.spf('5.5'),
  },
  'spf-ignored-terms': {
    states: ['warn'],
    title: 'SPF has terms without effect',
    meaning: 'There are terms after `all`, or a redirect beside it.',
    importance: 'Servers that these terms should allow are not allowed.',
    effect: 'Mail servers ignore them.',
    remedies: zoneFile('Move the terms before `all`, or remove them.'),
    source: sources.spf('5.1'),
  },
  'spf-long': {
    states: ['note'],
    title: 'The TXT records with SPF are long',
    meaning:
      'All TXT records of the name, which come in one answer, have more than 450 octets, so the answer may not fit into a UDP message of 512 octets.',
    importance: 'Some old name servers and firewalls drop larger answers.',
    effect: 'A few receivers may not see the record.',
    remedies: zoneFile(
      'Remove TXT records that are no longer needed. Move groups of addresses into separate records, and include those.',
    ),
    source: sources.spf('3.4'),
  },
  'spf-sender-allowed': {
    states: ['good'],
    title: 'SPF allows the given sender',
    meaning: 'For the given address and sender, the SPF result is pass.',
    importance: 'Mail from this server passes SPF.',
    effect: 'Mail servers accept it as yours if the domain is the one in the From header.',
    remedies: nothingToMend,
    source: sources.spf('2.6'),
  },
  'spf-sender-not-allowed': {
    states: ['warn', 'bad', 'unknown'],
    title: 'SPF does not allow the given sender',
    meaning: 'For the given address and sender, the SPF result is not pass.',
    importance: 'Mail from this server does not pass SPF.',
    effect: 'With DMARC, it passes only if DKIM passes.',
    remedies: zoneFile('If the server is yours, add its address to the record, for example `ip4:192.0.2.25`.'),
    source: sources.spf('2.6'),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
