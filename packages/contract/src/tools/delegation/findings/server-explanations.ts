import type { Explanation } from '../../../finding/explanation.ts';
import { sources } from './sources.ts';

const SLOWER =
  'Resolvers that query this server wait, then query another one. If no server is left, the domain does not work.';

export const serverExplanations = {
  'server-silent': {
    states: ['bad'],
    title: 'A name server does not answer',
    meaning: 'This address answered neither over UDP nor over TCP.',
    importance: 'NS records of the parent or the zone send resolvers to it.',
    effect: SLOWER,
    remedies: {
      'Name server': 'Start the server, and make it listen on this address.',
      Firewall: 'Allow port 53 over UDP and TCP.',
      Registrar: 'If the server no longer exists, remove it from the delegation.',
    },
    source: sources.lame,
  },
  'server-refuses': {
    states: ['bad'],
    title: 'A name server does not serve the zone',
    meaning:
      'It answers with REFUSED, SERVFAIL or another error: it is not configured for the zone, or could not load it.',
    importance: 'Resolvers get no answer from this server (a lame delegation).',
    effect: SLOWER,
    remedies: {
      'Name server': 'Add the zone to the server, and check its log for load or transfer errors.',
      Registrar: 'Remove the server from the delegation.',
    },
    source: sources.lame,
  },
  'server-not-authoritative': {
    states: ['bad'],
    title: 'A name server is not authoritative for the zone',
    meaning: 'Its answer lacks the AA flag or the SOA record: it comes from a cache, or refers to other servers.',
    importance: 'Resolvers get no answer from this server (a lame delegation).',
    effect: SLOWER,
    remedies: {
      'Name server': 'Configure the zone as primary or secondary on this server.',
      Registrar: 'Remove the server from the delegation.',
    },
    source: sources.lame,
  },
  'server-special-use': {
    states: ['bad'],
    title: 'A name server has an address that is not public',
    meaning:
      'The address is private, loopback or otherwise special-use, so it cannot be reached from outside. Sonde did not query it.',
    importance: 'Resolvers on the internet reach a machine in their own network, or none.',
    effect: SLOWER,
    remedies: { 'Zone file': 'Publish the server’s public address, and remove private ones.' },
    source: sources.special,
  },
  'server-without-tcp': {
    states: ['warn'],
    title: 'A name server does not answer over TCP',
    meaning: 'It answers over UDP, but not over TCP.',
    importance: 'TCP is a required part of DNS: answers that are too large for UDP need it.',
    effect: 'Resolvers cannot get large answers, such as keys and signatures, from this server.',
    remedies: { Firewall: 'Allow TCP port 53.' },
    source: sources.tcp,
  },
  'server-without-udp': {
    states: ['bad'],
    title: 'A name server does not answer over UDP',
    meaning: 'It answers over TCP, but not over UDP, which resolvers use first.',
    importance: 'Resolvers wait for an answer over UDP before they try TCP, and some never do.',
    effect: SLOWER,
    remedies: { Firewall: 'Allow UDP port 53 in both directions.' },
    source: sources.tcp,
  },
  'server-without-edns': {
    states: ['warn'],
    title: 'A name server does not support EDNS(0)',
    meaning: 'It answers only queries without an OPT record, or omits the OPT record from its answers.',
    importance: 'Without EDNS(0), there are no DNSSEC signatures, no large UDP answers and no extended errors.',
    effect: 'Resolvers have to query twice, and cannot validate its answers.',
    remedies: {
      'Name server': 'Update the server.',
      Firewall: 'Turn off filters that drop or change EDNS(0) queries.',
    },
    source: sources.edns,
  },
  'server-without-edns-options': {
    states: ['warn'],
    title: 'A name server fails on EDNS options',
    meaning:
      'It supports EDNS(0), but answers a query with an option that it does not know with an error, or not at all. It must ignore such options.',
    importance: 'Resolvers send options, such as cookies (RFC 7873).',
    effect: 'Resolvers have to query twice, and may give up on EDNS(0), and with it on signatures.',
    remedies: {
      'Name server': 'Update the server.',
      Firewall: 'Turn off filters that drop or change EDNS(0) options.',
    },
    source: sources.ednsOptions,
  },
  'server-loses-large-answers': {
    states: ['warn'],
    title: 'Large answers of a name server do not arrive over UDP',
    meaning: 'Small answers arrive over UDP. A larger one was sent twice without arriving; over TCP it did arrive.',
    importance:
      'A firewall drops UDP messages of more than 512 octets, or fragments. Answers with signatures and keys are larger.',
    effect: 'Resolvers wait for answers that do not come, before they ask for smaller ones or use TCP.',
    remedies: {
      Firewall: 'Let UDP answers of up to 1232 octets from port 53 pass.',
      'Name server': 'Limit UDP answers to 1232 octets: `max-udp-size 1232;` in BIND, `udp-max-payload: 1232` in Knot.',
    },
    source: sources.udpSize,
  },
  'server-open-recursion': {
    states: ['warn'],
    title: 'A name server is an open resolver',
    meaning: 'It answered a query from Sonde for a zone that it does not serve.',
    importance: 'Open resolvers are abused for amplification attacks, and their cache can be poisoned.',
    effect: 'None for lookups of the domain.',
    remedies: {
      'Name server': 'On authoritative servers, set `recursion no;` in BIND, or limit recursion to your own networks.',
    },
    source: sources.recursion,
  },
  'server-open-transfer': {
    states: ['warn'],
    title: 'A name server allows zone transfers to anyone',
    meaning: 'It started a zone transfer (AXFR) to Sonde.',
    importance: 'Anyone can read all names in the zone at once, including those that should not be found.',
    effect: 'None for lookups of the domain.',
    remedies: {
      'Name server':
        'In BIND, set `allow-transfer` to a list of your secondaries, by key or address; without secondaries, `allow-transfer { none; };`.',
    },
    source: sources.transfer,
  },
  'serials-differ': {
    states: ['note', 'warn'],
    title: 'The servers have different versions of the zone',
    meaning: 'Their SOA records have different serial numbers. If they are one apart, a zone transfer may be pending.',
    importance: 'Clients get old or new data by chance.',
    effect: 'Resolvers keep querying the outdated servers, so old data lasts longer than its TTL.',
    remedies: {
      'Name server':
        'Check the log of the server that is behind: notifications or transfers fail. In BIND, `rndc retransfer example.com` transfers the zone again.',
    },
    source: sources.serial,
  },
  'primary-silent': {
    states: ['note'],
    title: 'The primary server in the SOA record does not answer',
    meaning:
      'The SOA record names a primary server that is not among the name servers and does not answer. This is normal for a hidden primary.',
    importance: 'Clients send dynamic updates to it.',
    effect: 'None for resolvers.',
    remedies: 'No action needed if the primary is hidden on purpose.',
    source: sources.primary,
  },
  'soa-times': {
    states: ['warn', 'bad'],
    title: 'The timers of the SOA record are inconsistent',
    meaning:
      'They tell secondaries when to check for changes (refresh), when to retry, and when to stop answering (expire), which must leave time for several tries.',
    importance: 'If expire is too short, the secondaries stop serving the zone while the primary is being repaired.',
    effect: 'Secondaries answer SERVFAIL once the zone has expired.',
    remedies: { 'Zone file': 'For example, set refresh 7200, retry 3600, expire 1209600, minimum 3600.' },
    source: sources.soa,
  },
  'negative-ttl-long': {
    states: ['note'],
    title: 'Names that do not exist are remembered for more than a day',
    meaning:
      'The last number of the SOA record (minimum) says how long resolvers remember that a name or record does not exist. One to three hours work well.',
    importance: 'A new name stays invisible to those who have asked for it too early.',
    effect: 'Most resolvers limit the time to between one and three hours; others keep to it.',
    remedies: { 'Zone file': 'Set minimum to between 300 and 3600.' },
    source: sources.negative,
  },
  'primary-unnamed': {
    states: ['note'],
    title: 'The SOA record names no primary server',
    meaning: 'Its first name (MNAME) is the root, so there is no primary server.',
    importance: 'Clients that send dynamic updates or notifications look for the primary server there.',
    effect: 'None for resolvers.',
    remedies: { 'Zone file': 'Set MNAME to the name of the primary server.' },
    source: sources.primary,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
