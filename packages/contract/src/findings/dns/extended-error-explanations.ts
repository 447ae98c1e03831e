import type { Explanation } from '../explanation.ts';

const extendedErrors = { name: 'RFC 8914, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8914#section-4' };
const stale = { name: 'RFC 8767, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8767#section-4' };

export const extendedErrorExplanations = {
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
} as const satisfies Readonly<Record<string, Explanation>>;
