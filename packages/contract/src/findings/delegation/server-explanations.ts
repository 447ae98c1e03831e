import type { Explanation } from '../explanation.ts';
import { sources } from './sources.ts';

const SLOWER = 'Resolvers that choose this server wait, and ask another one; when none is left, the domain is gone.';

export const serverExplanations = {
  'server-silent': {
    states: ['bad'],
    title: 'A name server does not answer',
    meaning: 'Neither by UDP nor by TCP came an answer from this address.',
    importance: 'The parent, or the zone itself, sends resolvers there.',
    effect: SLOWER,
    remedies: {
      'Name server': 'Start the server, and make it listen on this address.',
      Firewall: 'Let UDP and TCP port 53 through.',
      Registrar: 'Remove the server from the delegation if it is gone.',
    },
    source: sources.lame,
  },
  'server-refuses': {
    states: ['bad'],
    title: 'A name server does not serve the zone',
    meaning: 'It answers with REFUSED, SERVFAIL or another error: it does not know the zone, or could not load it.',
    importance: 'A delegation to a server without the zone is called lame.',
    effect: SLOWER,
    remedies: {
      'Name server': 'Add the zone to the server, and look into its log for errors of loading or transfer.',
      Registrar: 'Remove the server from the delegation.',
    },
    source: sources.lame,
  },
  'server-not-authoritative': {
    states: ['bad'],
    title: 'A name server answers without authority',
    meaning: 'Its answer lacks the AA flag or the SOA record: it answers from a cache, or refers to other servers.',
    importance: 'A delegation to a server without the zone is called lame.',
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
      'The address is private, loopback or otherwise special-use, so nobody outside can reach it. It was not asked.',
    importance: 'Resolvers on the internet are sent to a machine in their own network, or to none.',
    effect: SLOWER,
    remedies: { 'Zone file': 'Publish the public address of the server, and leave private ones out.' },
    source: sources.special,
  },
  'server-without-tcp': {
    states: ['warn'],
    title: 'A name server does not answer by TCP',
    meaning: 'It answers by UDP, but not by TCP.',
    importance: 'TCP is part of DNS: answers that are too large for UDP have no other way.',
    effect: 'Large answers, such as keys and signatures, cannot be had from this server.',
    remedies: { Firewall: 'Let TCP port 53 through.' },
    source: sources.tcp,
  },
  'server-without-udp': {
    states: ['bad'],
    title: 'A name server does not answer by UDP',
    meaning: 'It answers by TCP, but not by UDP, which resolvers use first.',
    importance: 'Resolvers wait for UDP before they try TCP, and some never do.',
    effect: SLOWER,
    remedies: { Firewall: 'Let UDP port 53 through, in both directions.' },
    source: sources.tcp,
  },
  'server-without-edns': {
    states: ['warn'],
    title: 'A name server does not know EDNS(0)',
    meaning: 'It answers only when the query has no OPT record, or leaves it out of its answers.',
    importance: 'Without EDNS(0) there are no signatures, no large answers and no reasons for errors.',
    effect: 'Resolvers ask twice, and cannot validate what it says.',
    remedies: { 'Name server': 'Update the server.', Firewall: 'Turn off filters that drop or change EDNS(0).' },
    source: sources.edns,
  },
  'server-open-recursion': {
    states: ['warn'],
    title: 'A name server resolves names for strangers',
    meaning: 'It answered a question about a zone that it does not serve.',
    importance: 'Open resolvers are used to attack others with large answers, and can be filled with forged ones.',
    effect: 'None on lookups of the domain.',
    remedies: {
      'Name server': 'Set `recursion no;` in BIND on authoritative servers, or limit it to your own networks.',
    },
    source: sources.recursion,
  },
  'server-open-transfer': {
    states: ['warn'],
    title: 'A name server lets strangers copy the zone',
    meaning: 'It began a zone transfer (AXFR) for us.',
    importance: 'All names of the zone can be read at once, also those that are not meant to be found.',
    effect: 'None on lookups of the domain.',
    remedies: {
      'Name server': 'Set `allow-transfer { none; };` in BIND, and name your secondaries by key or address.',
    },
    source: sources.transfer,
  },
  'serials-differ': {
    states: ['note', 'warn'],
    title: 'The servers have different versions of the zone',
    meaning: 'Their SOA records have different serial numbers. One change apart may be a transfer on its way.',
    importance: 'Visitors get old or new data by chance.',
    effect: 'Resolvers keep what they got, so old data stays longer than its TTL promises.',
    remedies: {
      'Name server':
        'Look into the log of the server that is behind: notifications or transfers fail. `rndc retransfer example.com` in BIND gets the zone anew.',
    },
    source: sources.serial,
  },
  'primary-silent': {
    states: ['note'],
    title: 'The primary server of the SOA record does not answer',
    meaning:
      'The SOA record names a server that is none of the name servers, and that does not answer. A hidden primary is meant to be so.',
    importance: 'Dynamic updates are sent there.',
    effect: 'None on resolvers.',
    remedies: 'Nothing has to be mended where the primary is hidden on purpose.',
    source: sources.primary,
  },
  'soa-times': {
    states: ['warn', 'bad'],
    title: 'The times of the SOA record do not fit each other',
    meaning: 'They tell secondaries when to look for changes, when to try again, and when to give up.',
    importance: 'A zone that expires too early vanishes from secondaries while the primary is repaired.',
    effect: 'Secondaries answer SERVFAIL after the expiry.',
    remedies: { 'Zone file': 'Use for example refresh 7200, retry 3600, expire 1209600, minimum 3600.' },
    source: sources.soa,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
