import type { Explanation } from '../../../finding/explanation.ts';
import { sources } from './sources.ts';

export const delegationExplanations = {
  'ns-differ-from-parent': {
    states: ['warn'],
    title: 'The parent and the zone have different NS records',
    meaning: 'The NS records in the parent zone differ from those in the zone itself.',
    importance: 'Which of the two a resolver uses depends on the resolver and on its cache.',
    effect:
      'Servers that only one side lists get fewer queries, or none. A leftover name may belong to somebody else one day.',
    remedies: {
      Registrar: 'Set the same name servers as in the zone.',
      'Zone file': 'Set the same NS records as in the parent.',
    },
    source: sources.cut,
  },
  'ns-differ-among-servers': {
    states: ['warn'],
    title: 'The servers have different NS records',
    meaning: 'The NS records of the zone are not the same on all of its servers.',
    importance: 'Some servers have another version of the zone.',
    effect: 'Which servers a resolver uses depends on which one it queried first.',
    remedies: { 'Name server': 'Make all servers transfer the same version of the zone.' },
    source: sources.cut,
  },
  'glue-missing': {
    states: ['bad'],
    title: 'Missing glue: the parent has no address for a server in the zone',
    meaning: 'The server’s name is in the zone that it serves, so its address has to come from the parent.',
    importance: 'Without these addresses, resolvers cannot find this server.',
    effect: 'Resolvers cannot use the server.',
    remedies: { Registrar: 'Add the server’s addresses (glue) to the delegation.' },
    source: sources.glue,
  },
  'glue-differs': {
    states: ['warn', 'bad'],
    title: 'The parent gives an address (glue) that the zone does not have',
    meaning: 'An address in the delegation (glue) is not among those in the zone itself.',
    importance: 'Resolvers start with the addresses from the parent.',
    effect:
      'They query an address where nobody or somebody else may answer. If that address serves the zone, this is only a warning.',
    remedies: { Registrar: 'Correct the server’s addresses (glue) in the delegation.' },
    source: sources.cut,
  },
  'glue-incomplete': {
    states: ['note'],
    title: 'The parent lacks an address (glue) of a server',
    meaning: 'The zone has more addresses for the server than the delegation, for example an IPv6 address.',
    importance: 'At first, resolvers use only the addresses from the parent.',
    effect: 'None, as long as the other addresses answer. Resolvers that have IPv6 only need an IPv6 address.',
    remedies: { Registrar: 'Add the server’s other addresses (glue) to the delegation.' },
    source: sources.cut,
  },
  'ns-alias': {
    states: ['bad'],
    title: 'The name of a name server is an alias',
    meaning: 'An NS record must point to a name with address records, not to a CNAME record.',
    importance: 'Resolvers need not follow the alias.',
    effect: 'Many resolvers cannot use the server.',
    remedies: { 'Zone file': 'In the zone and in the delegation, use the name at the end of the alias.' },
    source: sources.alias,
  },
  'ns-without-address': {
    states: ['warn', 'bad'],
    title: 'No address was found for a name server',
    meaning:
      'Resolving its name from the root found no address, or ran into a loop. Before a zone is delegated, addresses of names in it have to be entered.',
    importance: 'A server without an address cannot be queried.',
    effect: 'Resolvers cannot use the server.',
    remedies: { 'Zone file': 'Add an address record for the name, or use another server.' },
    source: sources.glue,
  },
  'ns-name-invalid': {
    states: ['warn', 'bad'],
    title: 'The name of a name server is not a host name',
    meaning:
      'An NS record must have the name of a host: letters, digits and hyphens. An IP address in its place is read as a name, which does not exist.',
    importance: 'Resolvers look up the addresses of that name.',
    effect:
      'Resolvers cannot use a server that is given by its address. Registries, and some resolvers, refuse names with an underscore.',
    remedies: {
      'Zone file': 'Give the server a name with an A or AAAA record, and use that name in the NS record.',
      Registrar: 'Correct the name in the delegation.',
    },
    source: sources.hostName,
  },
  'one-name-server': {
    states: ['note', 'warn'],
    title: 'There is only one name server',
    meaning: 'The parent lists a single server. If its name has addresses in several networks, this is only a note.',
    importance: 'If it fails, the whole domain stops working, including mail.',
    effect: 'Resolvers have no other server to query.',
    remedies: { Registrar: 'Add a second server in another network.' },
    source: sources.number,
  },
  'servers-share-address': {
    states: ['warn'],
    title: 'Two names of name servers have the same address',
    meaning: 'The names look like several servers, but lead to one.',
    importance:
      'If it fails, all of these names fail. An address may also be served by many machines (anycast), which this check cannot see.',
    effect: 'Resolvers that try the next name get to the same server.',
    remedies: { Registrar: 'Add a server with another address, in another network.' },
    source: sources.number,
  },
  'one-network': {
    states: ['note'],
    title: 'All name servers are in one network',
    meaning: 'All IPv4 addresses are in one /24, and all IPv6 addresses in one /48.',
    importance:
      'A single power, routing or line failure can take all of them down. An address may also be served by many machines (anycast), which this check cannot see.',
    effect: 'None as long as the network works.',
    remedies: { Registrar: 'Add a server in another network at another site.' },
    source: sources.diversity,
  },
  'servers-without-ipv4': {
    states: ['note'],
    title: 'No name server has an IPv4 address',
    meaning: 'All addresses of the servers are IPv6.',
    importance: 'Resolvers in networks without IPv6 cannot query any of them.',
    effect: 'For their users, the domain does not work.',
    remedies: { Registrar: 'Add a server with an IPv4 address.' },
    source: sources.families,
  },
  'apex-alias': {
    states: ['bad'],
    title: 'CNAME record at the zone apex',
    meaning: 'There is a CNAME record at the zone apex, beside the required SOA and NS records.',
    importance: 'A name with a CNAME record must not have other records.',
    effect: 'Resolvers that follow the alias find no mail servers, name servers or keys for the domain.',
    remedies: {
      'Zone file':
        'Replace the CNAME record with A and AAAA records, or with your provider’s ALIAS or CNAME flattening.',
    },
    source: sources.apex,
  },
  'delegation-ttl-long': {
    states: ['note'],
    title: 'TTL of the delegation is more than two days',
    meaning: 'The TTL of the NS or DS records is longer than 172800 seconds.',
    importance: 'A change of name servers or keys takes this long to reach everyone.',
    effect: 'Resolvers keep using old servers and keys.',
    remedies: {
      'Zone file':
        'Lower the TTL of the NS records in the zone to 86400 or less. The registry sets the TTLs at the parent.',
    },
    source: sources.ttl,
  },
  'name-missing': {
    states: ['note'],
    title: 'The name does not exist',
    meaning:
      'The name servers of the zone above say that the name does not exist. It belongs to that zone, which was not judged.',
    importance: 'The name may be misspelled, not registered, or removed.',
    effect: 'Resolvers answer NXDOMAIN: no page opens there, and no mail arrives.',
    remedies: 'No action needed if the name should not exist.',
    source: sources.missing,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
