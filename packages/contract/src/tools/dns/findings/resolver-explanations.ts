import type { Explanation } from '../../../finding/explanation.ts';

const extendedErrors = { name: 'RFC 8914, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8914#section-4' };
const caching = { name: 'RFC 2181, section 5.2', url: 'https://www.rfc-editor.org/rfc/rfc2181#section-5.2' };
const stale = { name: 'RFC 8767, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8767#section-4' };

export const resolverExplanations = {
  'dnssec-reason': {
    states: ['note', 'bad'],
    title: 'The resolver reports a DNSSEC problem',
    meaning:
      'The resolver sent an extended DNS error with its answer. It names the signature, key or DS record that was not accepted.',
    importance: 'This is the resolver’s own explanation, not a guess from the records.',
    effect: 'If the resolver refused the answer, its clients get SERVFAIL: for them, the name does not work.',
    remedies: {
      'Name server': 'If signatures have expired or are missing, sign the zone again: `rndc sign ZONE` in BIND.',
      Registrar: 'Compare the DS records with the keys of the zone, and replace those that match no key.',
    },
    source: extendedErrors,
  },
  'dnssec-reason-bare': {
    states: ['unknown'],
    title: 'The resolver refused the records without details',
    meaning:
      'The resolver sent only the code of an extended DNS error, without text. This is usual for cached results, and if its operator has not enabled details.',
    importance: 'It is not known which signature failed, and at which server.',
    effect: 'Clients of this resolver get SERVFAIL: for them, the name does not work.',
    remedies: { 'Any server': 'Run the delegation check, which queries every server of the zone directly.' },
    source: extendedErrors,
  },
  'servers-reason': {
    states: ['note', 'bad'],
    title: 'The resolver reports a name server problem',
    meaning:
      'The resolver sent an extended DNS error about the zone’s name servers: they are silent, refuse queries, or give wrong answers.',
    importance: 'If the last working server also fails, the name stops working.',
    effect: 'Resolvers lose time with the servers that do not answer, then ask the others.',
    remedies: {
      'Name server': 'Make sure that every name server of the zone is running and serves the zone.',
      Firewall: 'Allow DNS on port 53 over UDP and TCP.',
    },
    source: extendedErrors,
  },
  'resolver-declined': {
    states: ['note', 'unknown'],
    title: 'The resolver did not process the query',
    meaning:
      'The resolver sent an extended DNS error about the query or about itself: it does not serve this client, is not ready, or does not support the query.',
    importance: 'This says nothing about the zone.',
    effect: 'Clients that the resolver serves may get an answer all the same.',
    remedies: 'Nothing to fix in the zone. Query a resolver that serves you.',
    source: extendedErrors,
  },
  'answer-filtered': {
    states: ['warn'],
    title: 'The resolver filtered the answer',
    meaning: 'The resolver reports that it blocked, censored or changed the answer because of a policy.',
    importance: 'The answer shows what the resolver’s operator allows, not what the zone contains.',
    effect: 'Clients of this resolver get the changed answer, or none.',
    remedies: 'Only the operator of the resolver can change this. Other resolvers may give a different answer.',
    source: extendedErrors,
  },
  'answer-stale': {
    states: ['note'],
    title: 'The answer is stale',
    meaning: 'The resolver answered with records whose TTL has expired, because it could not get newer ones.',
    importance: 'The records may have changed since, and the name servers of the zone do not answer this resolver.',
    effect: 'Clients get the old records, for a few seconds at a time, until the servers answer again.',
    remedies: { 'Name server': 'Make sure that the name servers of the zone answer.' },
    source: stale,
  },
  'resolvers-agree': {
    states: ['good'],
    title: 'Public resolvers agree',
    meaning: 'Every resolver that answered has the same records. Differences in order and TTL do not count.',
    importance: 'If the zone was changed, the change has reached these resolvers, as far as can be seen from here.',
    effect: 'Clients of these resolvers reach the same servers.',
    remedies: 'No action needed.',
    source: caching,
  },
  'resolvers-differ': {
    states: ['note'],
    title: 'Public resolvers differ',
    meaning:
      'Resolvers gave different records. Some may still have older ones in their cache, some filter, and many zones answer according to the resolver’s location.',
    importance: 'Which server a client reaches depends on the resolver that it uses.',
    effect: 'A resolver keeps its cached records until their TTL expires, then asks again.',
    remedies: {
      'Zone file': 'Lower the TTL before a planned change. After the change, wait until the old TTL has passed.',
      'Name server': 'Make sure that every name server of the zone has the same records.',
    },
    source: caching,
  },
  'resolvers-silent': {
    states: ['unknown'],
    title: 'Some public resolvers did not answer',
    meaning: 'A resolver did not answer, refused the query, or could not be reached from the Sonde server.',
    importance: 'What it answers to its clients is not known.',
    effect: 'Its clients may see the same failure, or only the Sonde server does.',
    remedies: 'Nothing to fix until this is known. Check again later.',
    source: caching,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
