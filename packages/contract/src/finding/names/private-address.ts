import { toIpv4 } from '../../targets/ipv4.ts';
import { parseIpv6 } from '../../targets/ipv6.ts';

/** Why an address has another meaning, or none, outside one network; null for any other address. */
export function privateUseOf(address: string): string | null {
  if (address.includes(':')) return ipv6UseOf(parseIpv6(address) ?? []);
  return ipv4UseOf(address);
}

function ipv4UseOf(address: string): string | null {
  const [first, second = -1] = toIpv4(address)?.split('.').map(Number) ?? [];
  if (first === 0) return 'this network, RFC 791';
  if (first === 127) return 'loopback, RFC 1122';
  if (first === 10) return 'private use, RFC 1918';
  if (first === 172 && second >= 16 && second < 32) return 'private use, RFC 1918';
  if (first === 192 && second === 168) return 'private use, RFC 1918';
  if (first === 100 && second >= 64 && second < 128) return 'shared address space, RFC 6598';
  return first === 169 && second === 254 ? 'link-local, RFC 3927' : null;
}

function ipv6UseOf(groups: readonly number[]): string | null {
  const [first = 0] = groups;
  const isMapped = groups.length === 8 && groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped)
    return ipv4UseOf(
      groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.'),
    );
  if (groups.length === 8 && groups.every((group) => group === 0)) return 'unspecified, RFC 4291';
  if ((first & 0xfe00) === 0xfc00) return 'unique local, RFC 4193';
  if ((first & 0xffc0) === 0xfe80) return 'link-local, RFC 4291';
  const isLoopback = groups.length === 8 && groups.every((group, index) => group === (index === 7 ? 1 : 0));
  return isLoopback ? 'loopback, RFC 4291' : null;
}
