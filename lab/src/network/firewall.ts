import { isIPv6, prefixLength, type RefusedRange, refusedRanges } from './refused-ranges.ts';
import { deadEnds, ipv4Network, ipv6Network, networkAddresses, networkTargets } from './topology.ts';

/** Destinations that the client must never send to: the refused ranges, and its own public addresses. */
const counted: readonly RefusedRange[] = [
  ...refusedRanges,
  { prefix: `${networkAddresses.client.ipv4}/32`, address: networkAddresses.client.ipv4 },
  { prefix: `${networkAddresses.client.ipv6}/128`, address: networkAddresses.client.ipv6 },
].sort((one, other) => prefixLength(other) - prefixLength(one));

/** Messages that the kernel itself sends to its neighbours (RFC 4861, RFC 3810, RFC 9776). */
const housekeeping = [
  `icmpv6 type { nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert, mld2-listener-report } return`,
  'ip protocol igmp return',
];

const queryCounter = 'queries';
const { resolver, rewritten, fast } = networkTargets;

/**
 * The client's rules for nft(8): every packet that leaves a process there, to itself or to others, routed or not, is
 * counted for the most specific range of its destination.
 */
export function clientFirewall(): string {
  const rules = counted.map(
    ({ prefix }, index) => `${isIPv6(prefix) ? 'ip6' : 'ip'} daddr ${prefix} counter name ${counterName(index)} return`,
  );
  return `table inet lab {
counter ${queryCounter} { }
${counted.map((_, index) => `counter ${counterName(index)} { }`).join('\n')}
chain leaving {
type filter hook output priority raw; policy accept;
ip daddr ${resolver.ipv4} udp dport 53 counter name ${queryCounter} return
ip6 daddr ${resolver.ipv6} udp dport 53 counter name ${queryCounter} return
${[...housekeeping, ...rules].join('\n')}
}
}`;
}

/**
 * The core router's rules. Routes could reject packets as well, but Linux would then send at most one error per second.
 */
export function coreFirewall(): string {
  const rules = Object.values(deadEnds).flatMap(({ subnet, ipv4, ipv6 }) => [
    `ip daddr ${ipv4Network(subnet)} ${ipv4}`,
    `ip6 daddr ${ipv6Network(subnet)} ${ipv6}`,
  ]);
  return `table inet lab {
chain passing {
type filter hook forward priority filter; policy accept;
${rules.join('\n')}
ip saddr ${rewritten.ipv4} icmp type echo-reply ip saddr set ${fast.ipv4}
ip6 saddr ${rewritten.ipv6} icmpv6 type echo-reply ip6 saddr set ${fast.ipv6}
}
}`;
}

export interface Counters {
  /** Packets by prefix. */
  readonly forbidden: Readonly<Record<string, number>>;
  /** Queries that the client sent to the lab's resolver by UDP. */
  readonly queries: number;
}

/** Reads the output of `nft --json list counters`. */
export function readCounters(json: string): Counters {
  const { nftables }: { nftables: { counter?: { name: string; packets: number } }[] } = JSON.parse(json);
  const packets = new Map(nftables.flatMap(({ counter }) => (counter ? [[counter.name, counter.packets]] : [])));
  const count = (name: string): number => {
    const value = packets.get(name);
    if (value === undefined) throw new Error(`the firewall has no counter "${name}"`);
    return value;
  };
  return {
    forbidden: Object.fromEntries(counted.map(({ prefix }, index) => [prefix, count(counterName(index))])),
    queries: count(queryCounter),
  };
}

function counterName(index: number): string {
  return `range${index}`;
}
