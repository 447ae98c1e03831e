import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { parseIpv6, withoutMapping } from '@sonde/contract/targets/ipv6';

/**
 * The name by which a client's allowance is counted: an IPv4 address, or the /64 network of an IPv6 address, which is the
 * smallest that a customer is assigned (RFC 6177). Null for anything but an address.
 */
export function clientNetwork(address: string): string | null {
  const plain = withoutMapping(address);
  if (isIpv4(plain)) return plain;
  const groups = parseIpv6(plain.replace(/%.*$/, ''));
  if (groups === null) return null;
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
