import type { Explanation } from '../../finding/explanation.ts';
import { mailExplanations } from '../../mail/record-explanations.ts';
import { caaExplanations } from './findings/caa-explanations.ts';
import { dnssecExplanations } from './findings/dnssec-explanations.ts';
import { resolverExplanations } from './findings/resolver-explanations.ts';

const cname = { name: 'RFC 1034, section 3.6.2', url: 'https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2' };
const secondaries = { name: 'RFC 2182, section 5', url: 'https://www.rfc-editor.org/rfc/rfc2182#section-5' };
const ttl = { name: 'RFC 8767, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8767#section-4' };
const nothingToMend = 'No action needed.';

const zoneExplanations = {
  'alias-and-other-data': {
    states: ['bad'],
    title: 'CNAME beside other records',
    meaning: 'A name has a CNAME record and other records. A name with a CNAME record must have no other records.',
    importance: 'Which records a client gets depends on what its resolver asked for first.',
    effect:
      'Resolvers follow the alias and hide the other records, or the other way round. Mail may bounce, and domain checks may fail now and then.',
    remedies: {
      'Zone file':
        'Keep either the CNAME or the other records. At the zone apex (where SOA and NS are), use A and AAAA records, or your provider’s ALIAS or CNAME flattening.',
    },
    source: cname,
  },
  'alias-unknown': {
    states: ['unknown'],
    title: 'Alias target could not be determined',
    meaning: 'Nothing was found at the end of the alias, but some queries for it were not answered.',
    importance: 'A name server that fails for a moment looks the same as a target that no longer exists.',
    effect: 'Clients that also get no answer cannot reach the name now.',
    remedies: 'Nothing to fix until this is known. Look up the name again later.',
    source: cname,
  },
  'name-servers-several': {
    states: ['good'],
    title: 'Several name servers',
    meaning: 'The zone has more than one name server. This check does not test whether they are in different networks.',
    importance: 'If one of them is down, the others answer.',
    effect: 'If a server does not answer, resolvers ask another one.',
    remedies: nothingToMend,
    source: secondaries,
  },
  'name-server-single': {
    states: ['warn'],
    title: 'Only one name server',
    meaning: 'The zone has a single NS record.',
    importance: 'If that server or its network is down, every name in the zone stops working, including mail.',
    effect: 'While it is down, resolvers answer SERVFAIL and browsers report that the server was not found.',
    remedies: {
      'Zone file': 'Add a second NS record for a server in another network.',
      Registrar: 'Also add the second name server to the domain.',
    },
    source: secondaries,
  },
  'ttl-usual': {
    states: ['good'],
    title: 'TTLs are in the usual range',
    meaning: 'No record has a TTL (time to live) of 0 or of more than a week.',
    importance: 'Resolvers can cache the records, and changes take effect within days.',
    effect: 'Resolvers cache each record for as long as the zone allows.',
    remedies: nothingToMend,
    source: ttl,
  },
  'ttl-zero': {
    states: ['note'],
    title: 'TTL of 0',
    meaning: 'A record has a TTL (time to live) of 0: resolvers must not cache it.',
    importance: 'Every visit needs a query to the name servers, and an outage of these servers is noticed at once.',
    effect: 'Resolvers query again for every client. Some cache the record for a few seconds anyway.',
    remedies: { 'Zone file': 'Set a TTL of 300 seconds or more, for example `www 300 IN A 192.0.2.1`.' },
    source: { name: 'RFC 1912, section 2.2', url: 'https://www.rfc-editor.org/rfc/rfc1912#section-2.2' },
  },
  'ttl-long': {
    states: ['note'],
    title: 'TTL of more than a week',
    meaning: 'Resolvers may cache a record for more than seven days.',
    importance: 'After a change or a mistake, some clients use the old record for all that time.',
    effect: 'Many resolvers cache it for at most seven days, others for as long as the zone allows.',
    remedies: { 'Zone file': 'Set a TTL of 86400 seconds or less, and lower it before a planned change.' },
    source: ttl,
  },
  'records-unknown': {
    states: ['unknown'],
    title: 'Some records could not be read',
    meaning: 'The resolver gave no complete answer for some record types.',
    importance: 'These records may exist although the answer does not show them.',
    effect: 'Clients that need these records may fail in the same way.',
    remedies: {
      'Name server': 'Make sure that every name server of the zone answers for every type, over UDP and TCP.',
      Firewall: 'Allow DNS on port 53 over UDP and TCP.',
    },
    source: { name: 'RFC 7766, section 5', url: 'https://www.rfc-editor.org/rfc/rfc7766#section-5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export const dnsExplanations = {
  ...zoneExplanations,
  ...caaExplanations,
  ...mailExplanations,
  ...dnssecExplanations,
  ...resolverExplanations,
} as const;
