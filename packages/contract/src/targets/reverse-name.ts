import { isIpv4, toIpv4 } from './ipv4.ts';
import { parseIpv6, toIpv6 } from './ipv6.ts';

/** Four decimal labels (RFC 1035 section 3.5) or 32 hex digits (RFC 3596 section 2.5), the last part of the address first. */
const REVERSE_IPV4 = /^((?:\d{1,3}\.){4})in-addr\.arpa$/;
const REVERSE_IPV6 = /^((?:[\da-f]\.){32})ip6\.arpa$/;

/**
 * The name of an address's PTR records: RFC 1035 section 3.5 (`1.2.0.192.in-addr.arpa`), RFC 3596 section 2.5
 * (`….ip6.arpa`). Null for a text that is not an address.
 */
export function toReverseName(text: string): string | null {
  const ipv4 = toIpv4(text);
  if (ipv4 !== null) return `${ipv4.split('.').reverse().join('.')}.in-addr.arpa`;
  const groups = parseIpv6(text.trim());
  if (groups === null) return null;
  const digits = groups.map((group) => group.toString(16).padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/** The address of a reverse name, in canonical form; null for any other name. */
export function addressOfReverseName(name: string): string | null {
  const lower = name.toLowerCase();
  const [, decimals] = REVERSE_IPV4.exec(lower) ?? [];
  if (decimals !== undefined) {
    const address = decimals.slice(0, -1).split('.').reverse().join('.');
    return isIpv4(address) && toIpv4(address) === address ? address : null;
  }
  const [, nibbles] = REVERSE_IPV6.exec(lower) ?? [];
  if (nibbles === undefined) return null;
  const digits = nibbles.slice(0, -1).split('.').reverse().join('');
  return toIpv6(digits.replace(/(.{4})(?!$)/g, '$1:'));
}
