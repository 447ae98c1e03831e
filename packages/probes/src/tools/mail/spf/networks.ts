import { parseIpv6 } from '@sonde/contract/targets/ipv6';
import { parseAddress } from '../../../net/guard/ip-address.ts';

/** 4 for a dotted quad, else 6. */
export function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}

/** Whether two addresses of one family share the first `bits` bits; 128 means all bits of either family. */
export function isInNetwork(address: string, network: string, bits: number): boolean {
  const [one, other] = [parseAddress(address), parseAddress(network)];
  if (one === null || other === null || one.family !== other.family) return false;
  const width = one.family === 4 ? 32 : 128;
  const shift = BigInt(width - Math.min(bits, width));
  return one.value >> shift === other.value >> shift;
}

/** All 32 digits of an IPv6 address with colons, in lower case; empty for any other text. */
export function expandedIpv6(address: string): string {
  return (parseIpv6(address) ?? []).map((group) => group.toString(16).padStart(4, '0')).join(':');
}
