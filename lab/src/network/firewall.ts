import { isIPv6, prefixLength, type RefusedRange, refusedRanges } from './refused-ranges.ts';
import { clientSubnet, ipv4, ipv6 } from './topology.ts';

/** What the client must not send to: the refused ranges, and its own addresses as everybody can name them. */
const counted: readonly RefusedRange[] = [
  ...refusedRanges,
  { prefix: `${ipv4(clientSubnet, 2)}/32`, address: ipv4(clientSubnet, 2) },
  { prefix: `${ipv6(clientSubnet, 2)}/128`, address: ipv6(clientSubnet, 2) },
].sort((one, other) => prefixLength(other) - prefixLength(one));

/** What the kernel says to its neighbours of itself (RFC 4861, RFC 3810, RFC 9776). */
const housekeeping = [
  `icmpv6 type { nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert, mld2-listener-report } return`,
  'ip protocol igmp return',
];

/**
 * The client's rules for nft(8): all that leaves a process there, to itself or to others, routed or not, is counted
 * for the narrowest range that it goes to.
 */
export function clientFirewall(): string {
  const rules = counted.map(
    ({ prefix }, index) => `${isIPv6(prefix) ? 'ip6' : 'ip'} daddr ${prefix} counter name ${counterName(index)} return`,
  );
  return `table inet lab {
${counted.map((_, index) => `counter ${counterName(index)} { }`).join('\n')}
chain leaving {
type filter hook output priority raw; policy accept;
${[...housekeeping, ...rules].join('\n')}
}
}`;
}

/** Packets by prefix, from what `nft --json list counters` prints. */
export function readCounters(json: string): Record<string, number> {
  const { nftables }: { nftables: { counter?: { name: string; packets: number } }[] } = JSON.parse(json);
  const packets = new Map(nftables.flatMap(({ counter }) => (counter ? [[counter.name, counter.packets]] : [])));
  return Object.fromEntries(
    counted.map(({ prefix }, index) => {
      const count = packets.get(counterName(index));
      if (count === undefined) throw new Error(`the firewall has no counter for ${prefix}`);
      return [prefix, count];
    }),
  );
}

function counterName(index: number): string {
  return `range${index}`;
}
