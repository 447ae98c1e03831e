import { contains, type IpAddress, type IpNetwork, parseCidr } from './ip-address.ts';

/** A block of addresses that holds no ordinary public hosts. */
export interface SpecialUse {
  readonly prefix: string;
  readonly name: string;
  /** The document that defines it. */
  readonly source: string;
}

/**
 * What the guard refuses: the rows of the IANA IPv4 and IPv6 Special-Purpose Address Registries, including globally
 * reachable ones (anycast services, AS112 and relays are not individual hosts), each followed by blocks that the
 * registries lack. IPv6 is further limited to the global unicast space, see `specialUseOf`.
 */
export const specialUses: readonly SpecialUse[] = [
  { prefix: '0.0.0.0/8', name: 'This network', source: 'RFC 791 section 3.2' },
  { prefix: '0.0.0.0/32', name: 'This host on this network', source: 'RFC 1122 section 3.2.1.3' },
  { prefix: '10.0.0.0/8', name: 'Private-Use', source: 'RFC 1918' },
  { prefix: '100.64.0.0/10', name: 'Shared Address Space', source: 'RFC 6598' },
  { prefix: '127.0.0.0/8', name: 'Loopback', source: 'RFC 1122 section 3.2.1.3' },
  { prefix: '169.254.0.0/16', name: 'Link Local', source: 'RFC 3927' },
  { prefix: '172.16.0.0/12', name: 'Private-Use', source: 'RFC 1918' },
  { prefix: '192.0.0.0/24', name: 'IETF Protocol Assignments', source: 'RFC 6890 section 2.1' },
  { prefix: '192.0.0.0/29', name: 'IPv4 Service Continuity Prefix', source: 'RFC 7335' },
  { prefix: '192.0.0.8/32', name: 'IPv4 dummy address', source: 'RFC 7600' },
  { prefix: '192.0.0.9/32', name: 'Port Control Protocol Anycast', source: 'RFC 7723' },
  { prefix: '192.0.0.10/32', name: 'Traversal Using Relays around NAT Anycast', source: 'RFC 8155' },
  { prefix: '192.0.0.170/32', name: 'NAT64/DNS64 Discovery', source: 'RFC 8880, RFC 7050 section 2.2' },
  { prefix: '192.0.0.171/32', name: 'NAT64/DNS64 Discovery', source: 'RFC 8880, RFC 7050 section 2.2' },
  { prefix: '192.0.2.0/24', name: 'Documentation (TEST-NET-1)', source: 'RFC 5737' },
  { prefix: '192.31.196.0/24', name: 'AS112-v4', source: 'RFC 7535' },
  { prefix: '192.52.193.0/24', name: 'AMT', source: 'RFC 7450' },
  { prefix: '192.88.99.0/24', name: 'Deprecated (6to4 Relay Anycast)', source: 'RFC 7526' },
  { prefix: '192.88.99.2/32', name: '6a44-relay anycast address', source: 'RFC 6751' },
  { prefix: '192.168.0.0/16', name: 'Private-Use', source: 'RFC 1918' },
  { prefix: '192.175.48.0/24', name: 'Direct Delegation AS112 Service', source: 'RFC 7534' },
  { prefix: '198.18.0.0/15', name: 'Benchmarking', source: 'RFC 2544' },
  { prefix: '198.51.100.0/24', name: 'Documentation (TEST-NET-2)', source: 'RFC 5737' },
  { prefix: '203.0.113.0/24', name: 'Documentation (TEST-NET-3)', source: 'RFC 5737' },
  { prefix: '240.0.0.0/4', name: 'Reserved', source: 'RFC 1112 section 4' },
  { prefix: '255.255.255.255/32', name: 'Limited Broadcast', source: 'RFC 8190, RFC 919 section 7' },
  { prefix: '224.0.0.0/4', name: 'Multicast', source: 'RFC 5771' },
  { prefix: '168.63.129.16/32', name: 'Azure WireServer', source: 'Microsoft: What is IP address 168.63.129.16' },

  { prefix: '::1/128', name: 'Loopback Address', source: 'RFC 4291 section 2.5.3' },
  { prefix: '::/128', name: 'Unspecified Address', source: 'RFC 4291 section 2.5.2' },
  { prefix: '::ffff:0:0/96', name: 'IPv4-mapped Address', source: 'RFC 4291 section 2.5.5.2' },
  { prefix: '64:ff9b::/96', name: 'IPv4-IPv6 Translat.', source: 'RFC 6052' },
  { prefix: '64:ff9b:1::/48', name: 'IPv4-IPv6 Translat.', source: 'RFC 8215' },
  { prefix: '100::/64', name: 'Discard-Only Address Block', source: 'RFC 6666' },
  { prefix: '100:0:0:1::/64', name: 'Dummy IPv6 Prefix', source: 'RFC 9780' },
  { prefix: '2001::/23', name: 'IETF Protocol Assignments', source: 'RFC 2928' },
  { prefix: '2001::/32', name: 'TEREDO', source: 'RFC 4380, RFC 8190' },
  { prefix: '2001:1::1/128', name: 'Port Control Protocol Anycast', source: 'RFC 7723' },
  { prefix: '2001:1::2/128', name: 'Traversal Using Relays around NAT Anycast', source: 'RFC 8155' },
  { prefix: '2001:1::3/128', name: 'DNS-SD Service Registration Protocol Anycast', source: 'RFC 9665' },
  { prefix: '2001:2::/48', name: 'Benchmarking', source: 'RFC 5180' },
  { prefix: '2001:3::/32', name: 'AMT', source: 'RFC 7450' },
  { prefix: '2001:4:112::/48', name: 'AS112-v6', source: 'RFC 7535' },
  { prefix: '2001:10::/28', name: 'Deprecated (previously ORCHID)', source: 'RFC 4843' },
  { prefix: '2001:20::/28', name: 'ORCHIDv2', source: 'RFC 7343' },
  { prefix: '2001:30::/28', name: 'Drone Remote ID Protocol Entity Tags Prefix', source: 'RFC 9374' },
  { prefix: '2001:db8::/32', name: 'Documentation', source: 'RFC 3849' },
  { prefix: '2002::/16', name: '6to4', source: 'RFC 3056' },
  { prefix: '2620:4f:8000::/48', name: 'Direct Delegation AS112 Service', source: 'RFC 7534' },
  { prefix: '3fff::/20', name: 'Documentation', source: 'RFC 9637' },
  { prefix: '5f00::/16', name: 'Segment Routing (SRv6) SIDs', source: 'RFC 9602' },
  { prefix: 'fc00::/7', name: 'Unique-Local', source: 'RFC 4193, RFC 8190' },
  { prefix: 'fe80::/10', name: 'Link-Local Unicast', source: 'RFC 4291 section 2.5.6' },
  { prefix: 'fec0::/10', name: 'Deprecated (Site-Local Unicast)', source: 'RFC 3879' },
  { prefix: 'ff00::/8', name: 'Multicast', source: 'RFC 4291 section 2.7' },
  { prefix: '::/96', name: 'Deprecated (IPv4-compatible Address)', source: 'RFC 4291 section 2.5.5.1' },
  { prefix: '::ffff:0:0:0/96', name: 'IPv4-translated Address', source: 'RFC 2765 section 2.1' },
];

/** The only space that IANA allocates for hosts; the rest of IPv6 is unassigned or listed above. */
const globalUnicast = networkOf('2000::/3');
const notGlobalUnicast: SpecialUse = { prefix: '::/0', name: 'Outside of 2000::/3', source: 'RFC 4291 section 2.4' };

/** Longest prefix first, so that the first match is the most specific. */
const rows = specialUses
  .map((use) => ({ use, network: networkOf(use.prefix) }))
  .sort((a, b) => b.network.prefixLength - a.network.prefixLength);

/** The most specific block that contains an address, or null for an ordinary public address. */
export function specialUseOf(address: IpAddress): SpecialUse | null {
  const row = rows.find(({ network }) => contains(network, address));
  if (row !== undefined) return row.use;
  return address.family === 6 && !contains(globalUnicast, address) ? notGlobalUnicast : null;
}

/**
 * Reads a CIDR from the source code or the settings.
 * @throws RangeError when it is malformed.
 */
export function networkOf(cidr: string): IpNetwork {
  const network = parseCidr(cidr);
  if (network === null) throw new RangeError(`${cidr} is no network in CIDR form`);
  return network;
}
