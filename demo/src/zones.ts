import type { Place } from './place.ts';
import { exampleNames } from './tls-servers.ts';
import type { Zone, ZoneRecord } from './zone.ts';

/** Addresses of the hosts of the demo, by name. */
export type Hosts = ReadonlyMap<string, Place>;

const SOA = (zone: string) => ({
  mname: 'ns1.test',
  rname: `hostmaster.${zone}`,
  serial: 2_026_110_100,
  refresh: 7200,
  retry: 3600,
  expire: 1_209_600,
  minimum: 300,
});

/** The apex records of every zone; all have two name servers. */
const apex = (zone: string): readonly ZoneRecord[] => [
  ['@', 'SOA', SOA(zone)],
  ['@', 'NS', 'ns1.test'],
  ['@', 'NS', 'ns2.test'],
];

const text = (...lines: string[]) => lines.map((line) => Buffer.from(line));

/** Names below shop.test that are found by words, in certificates and in records; each kind once. */
const shopHosts = [
  'www',
  'api',
  'blog',
  'dev',
  'mail',
  'mail2',
  'shop',
  'staging',
  'status',
  'vpn',
  'old-checkout',
  'intra',
];

/** Every zone of the demo; `own` is the name server, which is also the resolver. */
export function zonesOf(own: Place, hosts: Hosts): readonly Zone[] {
  const addressOf = (name: string) => hosts.get(name)?.address ?? own.address;
  const shop = addressOf('shop.test');
  const named = [...hosts].filter(([name]) => name !== 'shop.test');
  return [
    { name: '', records: apex('') },
    { name: 'test', records: [...apex('test'), ['ns1', 'A', own.address], ['ns2', 'A', own.address]] },
    ...named.map(([name, { address }]): Zone => ({ name, records: [...apex(name), ['@', 'A', address]] })),
    { name: 'shop.test', records: [...apex('shop.test'), ...shopRecords(shop)] },
    ...exampleNames.map((name): Zone => ({ name, records: [...apex(name), ['@', 'A', shop], ['www', 'A', shop]] })),
    {
      name: 'wild.test',
      records: [...apex('wild.test'), ['@', 'A', shop], ['*', 'A', shop], ['mail', 'A', addressOf('outdated.test')]],
    },
    { name: 'large.test', records: [...apex('large.test'), ['@', 'TXT', largeText()]] },
    { name: 'loop.test', records: [...apex('loop.test'), ['@', 'CNAME', 'a.loop.test'], ['a', 'CNAME', 'loop.test']] },
    {
      name: 'bogus.test',
      records: [...apex('bogus.test'), ['@', 'A', shop], ['@', 'TXT', text('changed after it was signed')]],
      trouble: 'bogus',
    },
    { name: 'lame.test', records: [], trouble: 'lame' },
    { name: 'silent.test', records: [], trouble: 'silent' },
    ...publicNames,
  ];
}

function shopRecords(address: string): readonly ZoneRecord[] {
  const policy = 'v=DMARC1; p=reject; rua=mailto:dmarc@shop.test';
  return [
    ['@', 'A', address],
    ['@', 'AAAA', '2001:db8:53::2'],
    ['@', 'MX', { preference: 10, exchange: 'mail.shop.test' }],
    ['@', 'MX', { preference: 20, exchange: 'mail2.shop.test' }],
    ['@', 'TXT', text('v=spf1 mx -all')],
    ['@', 'TXT', text('site-verification=4f1c2a90')],
    ['@', 'CAA', { flags: 0, tag: 'issue', value: 'demo-ca.test' }],
    ['_dmarc', 'TXT', text(policy)],
    ['_imaps._tcp', 'SRV', { priority: 0, weight: 1, port: 993, target: 'mail.shop.test' }],
    ...shopHosts.map((name): ZoneRecord => [name, 'A', address]),
    ['help', 'CNAME', 'www.shop.test'],
    // Whoever registers this name at the service answers for it.
    ['beta', 'CNAME', 'shop-beta.azurewebsites.net'],
  ];
}

/** Too large for UDP, so it is sent by TCP. */
const largeText = () => Array.from({ length: 30 }, (_, line) => Buffer.from(`${line}`.padStart(100, '.')));

/**
 * Public addresses for the geolocation tool, which only looks them up in its databases and contacts no one. Their reverse
 * names are those of their owners.
 */
const publicNames: readonly Zone[] = [
  {
    name: 'resolvers.test',
    records: [
      ...apex('resolvers.test'),
      ['@', 'A', '8.8.8.8'],
      ['@', 'A', '1.1.1.1'],
      ['@', 'AAAA', '2001:4860:4860::8888'],
    ],
  },
  {
    name: 'in-addr.arpa',
    records: [...apex('in-addr.arpa'), ['8.8.8.8', 'PTR', 'dns.google'], ['1.1.1.1', 'PTR', 'one.one.one.one']],
  },
  { name: 'ip6.arpa', records: apex('ip6.arpa') },
];
