import { toIpv4 } from '../../../targets/ipv4.ts';
import { parseIpv6 } from '../../../targets/ipv6.ts';

/** Blocks whose operators say that the same addresses answer at many places. The list is short, and far from complete. */
const blocks: readonly { readonly operator: string; readonly source: string; readonly prefixes: readonly string[] }[] =
  [
    {
      operator: 'Cloudflare 1.1.1.1',
      source: 'https://developers.cloudflare.com/1.1.1.1/',
      prefixes: ['1.1.1.0/24', '1.0.0.0/24', '2606:4700:4700::/48'],
    },
    {
      operator: 'Google Public DNS',
      source: 'https://developers.google.com/speed/public-dns/faq',
      prefixes: ['8.8.8.0/24', '8.8.4.0/24', '2001:4860:4860::/48'],
    },
    {
      operator: 'Quad9',
      source: 'https://docs.quad9.net/FAQs/',
      prefixes: ['9.9.9.0/24', '149.112.112.0/24', '2620:fe::/48'],
    },
    {
      operator: 'OpenDNS',
      source: 'https://www.opendns.com/data-center-locations/',
      prefixes: ['208.67.222.0/24', '208.67.220.0/24', '2620:119:35::/48', '2620:119:53::/48'],
    },
    {
      operator: 'a root server of the DNS',
      source: 'https://root-servers.org/',
      prefixes: [
        ...['198.41.0.0/24', '170.247.170.0/24', '192.33.4.0/24', '199.7.91.0/24', '192.203.230.0/24', '192.5.5.0/24'],
        ...['192.112.36.0/24', '198.97.190.0/24', '192.36.148.0/24', '192.58.128.0/24', '193.0.14.0/24'],
        ...['199.7.83.0/24', '202.12.27.0/24', '2001:503:ba3e::/48', '2801:1b8:10::/48', '2001:500:2::/48'],
        ...['2001:500:2d::/48', '2001:500:a8::/48', '2001:500:2f::/48', '2001:500:12::/48', '2001:500:1::/48'],
        ...['2001:7fe::/48', '2001:503:c27::/48', '2001:7fd::/48', '2001:500:9f::/48', '2001:dc3::/48'],
      ],
    },
    {
      operator: 'the AS112 project',
      source: 'RFC 7534 and RFC 7535',
      prefixes: ['192.175.48.0/24', '192.31.196.0/24', '2620:4f:8000::/48', '2001:4:112::/48'],
    },
  ];

/** All these blocks are of 24 bits (IPv4) or 48 bits (IPv6). */
function blockOf(address: string): string | null {
  if (address.includes(':')) return parseIpv6(address)?.slice(0, 3).join(':') ?? null;
  return toIpv4(address)?.split('.').slice(0, 3).join('.') ?? null;
}

const known = new Map(
  blocks.flatMap(({ operator, source, prefixes }) =>
    prefixes.map((prefix) => [blockOf(prefix.split('/')[0] ?? ''), { prefix, operator, source }] as const),
  ),
);

/** The block of a service that is known to be anycast; null for every other address. */
export function anycastBlockOf(address: string) {
  const block = blockOf(address);
  return (block === null ? undefined : known.get(block)) ?? null;
}
