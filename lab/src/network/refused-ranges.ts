/** A block of addresses without public hosts, and an address in it that the lab uses. */
export interface RefusedRange {
  readonly prefix: string;
  readonly address: string;
}

/**
 * The IANA special-purpose registries (RFC 6890), some blocks they lack, and IPv6 outside of 2000::/3. A block inside a
 * larger one is listed only if it matters by itself: a packet counts for the most specific block.
 */
export const refusedRanges: readonly RefusedRange[] = [
  { prefix: '0.0.0.0/8', address: '0.1.2.3' },
  { prefix: '10.0.0.0/8', address: '10.0.0.5' },
  { prefix: '100.64.0.0/10', address: '100.64.0.5' },
  { prefix: '100.100.100.200/32', address: '100.100.100.200' },
  { prefix: '127.0.0.0/8', address: '127.0.0.1' },
  { prefix: '168.63.129.16/32', address: '168.63.129.16' },
  { prefix: '169.254.0.0/16', address: '169.254.1.5' },
  { prefix: '169.254.169.254/32', address: '169.254.169.254' },
  { prefix: '172.16.0.0/12', address: '172.16.0.5' },
  { prefix: '192.0.0.0/24', address: '192.0.0.192' },
  { prefix: '192.0.2.0/24', address: '192.0.2.5' },
  { prefix: '192.31.196.0/24', address: '192.31.196.5' },
  { prefix: '192.52.193.0/24', address: '192.52.193.5' },
  { prefix: '192.88.99.0/24', address: '192.88.99.1' },
  { prefix: '192.168.0.0/16', address: '192.168.1.1' },
  { prefix: '192.175.48.0/24', address: '192.175.48.5' },
  { prefix: '198.18.0.0/15', address: '198.18.0.5' },
  { prefix: '198.51.100.0/24', address: '198.51.100.5' },
  { prefix: '203.0.113.0/24', address: '203.0.113.5' },
  { prefix: '224.0.0.0/4', address: '224.0.0.1' },
  { prefix: '240.0.0.0/4', address: '240.0.0.5' },
  { prefix: '255.255.255.255/32', address: '255.255.255.255' },

  { prefix: '::1/128', address: '::1' },
  { prefix: '::/96', address: '::a00:5' },
  { prefix: '::ffff:0:0/96', address: '::ffff:10.0.0.5' },
  { prefix: '::ffff:0:0:0/96', address: '::ffff:0:a00:5' },
  { prefix: '64:ff9b::/96', address: '64:ff9b::a00:5' },
  { prefix: '64:ff9b:1::/48', address: '64:ff9b:1::a00:5' },
  { prefix: '100::/64', address: '100::5' },
  { prefix: '100:0:0:1::/64', address: '100:0:0:1::5' },
  { prefix: '2001::/23', address: '2001:2::5' },
  { prefix: '2001::/32', address: '2001:0:a00:5::1' },
  { prefix: '2001:db8::/32', address: '2001:db8::5' },
  { prefix: '2002::/16', address: '2002:a00:5::1' },
  { prefix: '2620:4f:8000::/48', address: '2620:4f:8000::5' },
  { prefix: '3fff::/20', address: '3fff::5' },
  { prefix: '5f00::/16', address: '5f00::5' },
  { prefix: 'fc00::/7', address: 'fd00::5' },
  { prefix: 'fe80::/10', address: 'fe80::1' },
  { prefix: 'fec0::/10', address: 'fec0::5' },
  { prefix: 'ff00::/8', address: 'ff02::2' },
  { prefix: '::/3', address: '1::5' },
  { prefix: '4000::/2', address: '4000::5' },
  { prefix: '8000::/1', address: '8000::5' },
];

/** Ranges that the kernel does not route between machines, or not as IPv6. */
const notRouted = [
  '127.0.0.0/8',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::1/128',
  '::ffff:0:0/96',
  'fe80::/10',
  'ff00::/8',
];

/** The ranges whose addresses all belong to one host at the end of the network. */
export const routedRanges: readonly RefusedRange[] = refusedRanges.filter(({ prefix }) => !notRouted.includes(prefix));

export function prefixLength({ prefix }: RefusedRange): number {
  return Number(prefix.slice(prefix.indexOf('/') + 1));
}

export function isIPv6(text: string): boolean {
  return text.includes(':');
}
