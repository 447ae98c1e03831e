import type { IpAddress } from '../../net/ip-address.ts';

/** The name under which DNS keeps the name of an address: RFC 1035 section 3.5, RFC 3596 section 2.5. */
export function reverseName({ family, value }: IpAddress): string {
  const labels: string[] = [];
  const [count, bits, radix] = family === 4 ? [4, 8n, 10] : [32, 4n, 16];
  for (let index = 0n; index < count; index += 1n) {
    labels.push(((value >> (index * bits)) & ((1n << bits) - 1n)).toString(radix));
  }
  return [...labels, family === 4 ? 'in-addr' : 'ip6', 'arpa'].join('.');
}
