import { type WorldZone, withLines, withoutLines } from './zone-spec.ts';

const keys = null;
const serial = (number: number) => (usual: string) => usual.replace('hostmaster 1 ', `hostmaster ${number} `);
/** Another address in the delegation. */
const instead = (from: string, to: string) => (usual: string) => usual.replace(from, to);

/** Unsigned zones whose servers or delegation have one flaw. */
export const brokenServers: readonly WorldZone[] = [
  // How servers answer.
  { name: 'no-tcp.test', keys, servers: ['bind', 'noTcp'] },
  { name: 'no-udp.test', keys, servers: ['nsd', 'noUdp'], holders: ['nsd', 'knot'] },
  { name: 'no-edns.test', keys, servers: ['bind', 'noEdns'], holders: ['bind', 'knot'] },
  { name: 'formerr.test', keys, servers: ['nsd', 'formerr'], holders: ['nsd', 'knot'] },
  { name: 'silent-on-edns.test', keys, servers: ['bind', 'silentOnEdns'], holders: ['bind', 'knot'] },
  { name: 'no-dnssec.test', servers: ['bind', 'noDnssec'], holders: ['bind', 'knot'] },
  { name: 'no-authority.test', keys, servers: ['bind', 'notAuthoritative'], holders: ['bind', 'knot'] },
  { name: 'open-recursion.test', keys, servers: ['nsd', 'recursor'] },
  { name: 'lame-recursor.test', keys, servers: ['nsd', 'recursor'], holders: ['nsd'] },
  { name: 'open-transfer.test', keys, servers: ['bind', 'nsd'] },
  { name: 'refused.test', keys, servers: ['knot', 'bind'], holders: ['knot'] },
  { name: 'servfail.test', keys, servers: ['knot', 'nsd'], textAt: { nsd: () => 'no zone at all\n' } },
  { name: 'name-error.test', keys, servers: ['bind', 'nameError'], holders: ['bind'] },
  { name: 'silent.test', keys, servers: ['knot', 'nobody'] },
  { name: 'all-silent.test', keys, servers: ['nobody'], holders: [] },
  { name: 'all-refuse.test', keys, servers: ['bind', 'nsd'], holders: [] },
  // Whether servers agree.
  {
    name: 'behind.test',
    keys,
    servers: ['bind', 'nsd'],
    textAt: { bind: serial(2026110101), nsd: serial(2026100101) },
  },
  { name: 'wrapped.test', keys, servers: ['knot', 'nsd'], textAt: { knot: serial(3), nsd: serial(4294967290) } },
  { name: 'one-apart.test', keys, servers: ['bind', 'knot'], textAt: { knot: serial(2) } },
  { name: 'torn.test', keys, servers: ['bind', 'nsd'], textAt: { nsd: withoutLines(/NS ns2$/) } },
  // What the parent publishes.
  { name: 'ns-more.test', keys, servers: ['bind', 'knot'], text: withLines('@ IN NS ns3.hosting.optout.') },
  { name: 'ns-fewer.test', keys, servers: ['bind', 'nsd'], text: withoutLines(/NS ns2$/) },
  { name: 'glue-wrong.test', keys, servers: ['knot', 'nsd'], delegation: instead('45.91.13.1', '45.91.11.1') },
  {
    name: 'glue-six-wrong.test',
    keys,
    servers: ['bind', 'knot'],
    delegation: instead('2a0e:97c1:12::1', '2a0e:97c1:24::1'),
  },
  { name: 'glue-missing.test', keys, servers: ['bind', 'nsd'], delegation: withoutLines(/^ns2\S* IN A/) },
  { name: 'glue-six-missing.test', keys, servers: ['nsd', 'knot'], delegation: withoutLines(/^ns2\S* IN AAAA/) },
  { name: 'glue-inside.test', keys, servers: ['bind', 'knot'], delegation: instead('45.91.12.1', '10.0.0.5') },
  {
    name: 'ns-alias.test',
    keys,
    servers: ['knot', 'nsd'],
    text: (usual) => usual.replace('@ IN NS ns2', '@ IN NS alias').concat('alias IN CNAME ns2\n'),
    delegation: (usual) => usual.replace('NS ns2.', 'NS alias.').replace(/^ns2.*\n/gm, ''),
  },
  {
    name: 'ns-nowhere.test',
    keys,
    servers: ['bind', 'knot'],
    text: (usual) => usual.replace('@ IN NS ns2', '@ IN NS nobody.hosting.optout.'),
    delegation: (usual) => usual.replace(/NS ns2\S*/, 'NS nobody.hosting.optout.').replace(/^ns2.*\n/gm, ''),
  },
  { name: 'one-server.test', keys, servers: ['bind'], families: [4] },
  { name: 'one-network.test', keys, servers: ['knot', 'knotBeside'] },
  // What the zone publishes about itself.
  { name: 'alias.test', keys, servers: ['apexAlias'], holders: [] },
  {
    name: 'timers.test',
    keys,
    servers: ['nsd', 'bind'],
    text: (usual) => usual.replace('7200 3600 1209600', '60 7200 604800'),
  },
  { name: 'expire-first.test', keys, servers: ['knot', 'bind'], text: (usual) => usual.replace('1209600', '3600') },
  {
    name: 'primary-silent.test',
    keys,
    servers: ['bind', 'knot'],
    text: (usual) => `${usual.replace('SOA ns1', 'SOA hidden')}hidden IN A 45.91.24.1\n`,
  },
  { name: 'long-ttl.test', keys, servers: ['nsd', 'knot'], text: (usual) => `$TTL 604800\n${usual}` },
];
