import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { parseIpv6, withoutMapping } from '@sonde/contract/targets/ipv6';

/**
 * The name under which a client has its allowance: an IPv4 address, or the /64 network of an IPv6 address, which is the
 * least that a customer is given (RFC 6177). Null for what is not an address.
 */
export function clientNetwork(address: string): string | null {
  const plain = withoutMapping(address);
  if (isIpv4(plain)) return plain;
  const groups = parseIpv6(plain.replace(/%.*$/, ''));
  if (groups === null) return null;
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
