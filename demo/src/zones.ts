import { generateKeyPairSync } from 'node:crypto';
import { changingZone } from './changing-zone.ts';
import { mailRecords, mailZones, type RunningMail, reverseRecords } from './mail-zones.ts';
import type { Place } from './place.ts';
import { exampleNames } from './tls-servers.ts';
import type { Zone, ZoneRecord } from './zone.ts';

/** Addresses of the hosts of the demo, by name. */
export type Hosts = ReadonlyMap<string, Place>;

/** Addresses of the name servers: of the root, of the top-level domains, and the two of every other zone. */
export interface NameServers {
  readonly root: string;
  readonly top: string;
  readonly ns1: string;
  readonly ns2: string;
}

const SERIAL = 2_026_110_100;

const soa = (zone: string, mname: string, serial = SERIAL) => ({
  mname,
  rname: `hostmaster.${zone}`,
  serial,
  refresh: 7200,
  retry: 3600,
  expire: 1_209_600,
  minimum: 300,
});

/** The apex records of every zone below the top-level domains; all have two name servers. */
export const apex = (zone: string, serial = SERIAL): readonly ZoneRecord[] => [
  ['@', 'SOA', soa(zone, 'ns1.test', serial)],
  ['@', 'NS', 'ns1.test'],
  ['@', 'NS', 'ns2.test'],
];

/** The apex records of the root or a top-level domain, with its only server. */
export const topRecords = (server: string): readonly ZoneRecord[] => [
  ['@', 'SOA', soa('nic.test', server)],
  ['@', 'NS', server],
];

/** The public key of a DKIM signer, as it is published (RFC 6376 section 3.6.1). */
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const dkimKey = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

const text = (...lines: string[]) => lines.map((line) => Buffer.from(line));

/** Names below shop.test that are found by the word list, in certificates and in records; one of each kind. */
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

/** Every zone of the demo; names without a host have the address of the resolver. */
export function zonesOf(resolver: Place, hosts: Hosts, servers: NameServers, mail: RunningMail): readonly Zone[] {
  const addressOf = (name: string) => hosts.get(name)?.address ?? resolver.address;
  const shop = addressOf('shop.test');
  const named = [...hosts].filter(([name]) => name !== 'shop.test');
  return [
    { name: '', records: topRecords('a.root-servers.test'), dnssec: 'signed' },
    { name: 'test', records: [...topRecords('a.nic.test'), ...nameServerRecords(servers)], dnssec: 'signed' },
    ...named.map(([name, { address }]): Zone => ({ name, records: [...apex(name), ['@', 'A', address]] })),
    {
      name: 'shop.test',
      records: [...apex('shop.test'), ...shopRecords(shop, mail), ...mailRecords('shop.test', mail)],
      dnssec: 'signed',
    },
    ...mailZones(mail).map((zone) => ({ ...zone, records: [...apex(zone.name), ...zone.records] })),
    ...exampleNames.map((name): Zone => ({ name, records: [...apex(name), ['@', 'A', shop], ['www', 'A', shop]] })),
    {
      name: 'wild.test',
      records: [...apex('wild.test'), ['@', 'A', shop], ['*', 'A', shop], ['mail', 'A', addressOf('outdated.test')]],
    },
    changing(shop),
    { name: 'large.test', records: [...apex('large.test'), ['@', 'TXT', largeText()]] },
    { name: 'loop.test', records: [...apex('loop.test'), ['@', 'CNAME', 'a.loop.test'], ['a', 'CNAME', 'loop.test']] },
    {
      name: 'bogus.test',
      records: [...apex('bogus.test'), ['@', 'A', shop], ['@', 'TXT', text('changed after it was signed')]],
      trouble: 'bogus',
      dnssec: 'changed',
    },
    {
      name: 'old-key.test',
      records: [...apex('old-key.test'), ['@', 'A', shop]],
      trouble: 'bogus',
      dnssec: 'other-key',
    },
    { name: 'behind.test', records: [...apex('behind.test'), ['@', 'A', shop]], dnssec: 'late-copy' },
    {
      name: 'parked.test',
      records: [
        ...apex('parked.test'),
        ['@', 'MX', { preference: 0, exchange: '.' }],
        ['@', 'TXT', text('v=spf1 -all')],
        ['_dmarc', 'TXT', text('v=DMARC1; p=reject')],
      ],
    },
    { name: 'careless.test', records: [...apex('careless.test'), ...carelessRecords(shop, mail)] },
    { name: 'lame.test', records: [], trouble: 'lame' },
    { name: 'silent.test', records: [], trouble: 'silent' },
    ...publicNames(mail),
  ];
}

/** The zone that changes each minute, as it is `agoMs` before now. */
export const changing = (address: string, agoMs = 0): Zone =>
  changingZone(
    'changing.test',
    (serial) => apex('changing.test', serial),
    address,
    () => Date.now() - agoMs,
  );

function nameServerRecords({ root, top, ns1, ns2 }: NameServers): readonly ZoneRecord[] {
  return [
    ['a.root-servers', 'A', root],
    ['a.nic', 'A', top],
    ['ns1', 'A', ns1],
    ['ns2', 'A', ns2],
  ];
}

/** SPF with twelve DNS lookups in three records, and a DMARC policy of `none`. */
function carelessRecords(address: string, mail: RunningMail): readonly ZoneRecord[] {
  const hosts = Array.from({ length: 9 }, (_, index) => `h${index + 1}`);
  const named = (from: number, to: number) =>
    hosts
      .slice(from, to)
      .map((host) => `a:${host}.careless.test`)
      .join(' ');
  return [
    ['@', 'MX', { preference: 10, exchange: 'mail.careless.test' }],
    ['@', 'TXT', text('v=spf1 include:one.careless.test include:two.careless.test include:three.careless.test ?all')],
    ['one', 'TXT', text(`v=spf1 ${named(0, 3)} -all`)],
    ['two', 'TXT', text(`v=spf1 ${named(3, 6)} -all`)],
    ['three', 'TXT', text(`v=spf1 ${named(6, 9)} -all`)],
    ['_dmarc', 'TXT', text('v=DMARC1; p=none')],
    // A dangling alias: whoever registers this name at the service controls it.
    ['beta', 'CNAME', 'careless-beta.azurewebsites.net'],
    ['mail', 'A', mail.get('mail.careless.test')?.address ?? address],
    ...hosts.map((host): ZoneRecord => [host, 'A', address]),
  ];
}

function shopRecords(address: string, mail: RunningMail): readonly ZoneRecord[] {
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
    // One string of a TXT record has at most 255 octets.
    ['default._domainkey', 'TXT', text(dkimKey.slice(0, 250), dkimKey.slice(250))],
    ['_smtp._tls', 'TXT', text('v=TLSRPTv1; rua=mailto:tls@shop.test')],
    ['_mta-sts', 'TXT', text('v=STSv1; id=20261101')],
    ['mta-sts', 'A', address],
    ['_imaps._tcp', 'SRV', { priority: 0, weight: 1, port: 993, target: 'mail.shop.test' }],
    ...shopHosts.map((name): ZoneRecord => [name, 'A', mail.get(`${name}.shop.test`)?.address ?? address]),
    ['help', 'CNAME', 'www.shop.test'],
  ];
}

/** Too large for UDP, so it is sent over TCP. */
const largeText = () =>
  Array.from({ length: 30 }, (_, line) =>
    Buffer.from(`Line ${line + 1} of a text that is too long for one datagram. `),
  );

/**
 * Public addresses for the geolocation tool, which only looks them up in its databases and contacts nobody. Their
 * reverse names are those of their owners.
 */
const publicNames = (mail: RunningMail): readonly Zone[] => [
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
    records: [
      ...apex('in-addr.arpa'),
      ['8.8.8.8', 'PTR', 'dns.google'],
      ['1.1.1.1', 'PTR', 'one.one.one.one'],
      ...reverseRecords(mail),
    ],
  },
  { name: 'ip6.arpa', records: apex('ip6.arpa') },
];
