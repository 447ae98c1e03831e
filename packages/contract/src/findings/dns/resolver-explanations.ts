import type { Explanation } from '../explanation.ts';

const extendedErrors = { name: 'RFC 8914, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8914#section-4' };
const caching = { name: 'RFC 2181, section 5.2', url: 'https://www.rfc-editor.org/rfc/rfc2181#section-5.2' };
const stale = { name: 'RFC 8767, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8767#section-4' };

export const resolverExplanations = {
  'dnssec-reason': {
    states: ['note', 'bad'],
    title: 'The resolver says what is wrong with the signatures',
    meaning:
      'The resolver sent an extended error beside its answer, which names the signature, key or DS record that it did not accept.',
    importance: 'It is the resolver’s own reason, not a guess from the records.',
    effect: 'Where the answer was refused, clients of this resolver see a name that does not exist.',
    remedies: {
      'Name server': 'Sign the zone again where signatures have expired or are missing: `rndc sign ZONE` in BIND.',
      Registrar: 'Remove or replace DS records that fit no key of the zone.',
    },
    source: extendedErrors,
  },
  'dnssec-reason-bare': {
    states: ['unknown'],
    title: 'The resolver refused the records without details',
    meaning:
      'The resolver gave the code of an extended error and no words. That is usual for a result from its cache, and where its operator has not switched details on.',
    importance: 'That the signatures do not hold is known; which one, and at which server, is not.',
    effect: 'Clients of this resolver see a name that does not exist.',
    remedies: { 'Any server': 'Run the delegation check, which asks every server of the zone itself.' },
    source: extendedErrors,
  },
  'servers-reason': {
    states: ['note', 'bad'],
    title: 'The resolver says what is wrong with the name servers',
    meaning:
      'The resolver sent an extended error about the servers of the zone: silent, refusing, or with wrong answers.',
    importance: 'When the last good server fails too, the name is gone.',
    effect: 'Resolvers wait for the servers that do not answer, and ask the others.',
    remedies: {
      'Name server': 'See that every name server of the zone runs, and has the zone.',
      Firewall: 'Let DNS through on port 53 by UDP and by TCP.',
    },
    source: extendedErrors,
  },
  'answer-filtered': {
    states: ['warn'],
    title: 'The resolver filtered the answer',
    meaning: 'The resolver says that it blocked, censored or changed the answer by a policy.',
    importance: 'What is shown is what its operator wants to be seen, and not what the zone says.',
    effect: 'Clients of this resolver get the changed answer, or none.',
    remedies: 'Only the operator of the resolver can change it. Other resolvers may answer otherwise.',
    source: extendedErrors,
  },
  'answer-stale': {
    states: ['note'],
    title: 'The answer was kept beyond its time',
    meaning: 'The resolver answered with records whose time to live has passed, since it got no newer ones.',
    importance: 'The records may have changed, and the servers of the zone do not answer this resolver.',
    effect: 'Clients get the old records for some seconds at a time, until the servers answer again.',
    remedies: { 'Name server': 'See that the name servers of the zone answer.' },
    source: stale,
  },
  'resolvers-agree': {
    states: ['good'],
    title: 'Public resolvers agree',
    meaning: 'Every resolver that answered has the same records. Their order and their times to live do not count.',
    importance: 'A change has arrived at these resolvers, as far as it can be seen from here.',
    effect: 'Clients of these resolvers reach the same servers.',
    remedies: 'No action needed.',
    source: caching,
  },
  'resolvers-differ': {
    states: ['note'],
    title: 'Public resolvers differ',
    meaning:
      'Resolvers gave different records. Some may still keep older ones, some filter, and many zones answer by the place of the resolver.',
    importance: 'Clients reach different servers, by the resolver that they use.',
    effect: 'A resolver keeps what it has until the time to live is over, and then asks again.',
    remedies: {
      'Zone file': 'Shorten the time to live before a planned change, and wait for the old one to pass afterwards.',
      'Name server': 'See that every name server of the zone has the same records.',
    },
    source: caching,
  },
  'resolvers-silent': {
    states: ['unknown'],
    title: 'Public resolvers without an answer',
    meaning: 'A resolver was silent, refused, or could not be reached from this server.',
    importance: 'What it would tell its clients is not known.',
    effect: 'Its clients may get the same failure, or only this server does.',
    remedies: 'Whether anything is to be mended is not known. Ask again later.',
    source: caching,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
