import { toIpv6 } from '../../../targets/ipv6.ts';

/** The U/L bit, which a modified EUI-64 has inverted (RFC 4291, appendix A). */
const UNIVERSAL_LOCAL = 2;

/**
 * The interface identifier that a station derives from its address (RFC 4291, appendix A).
 * @param digits 12 (EUI-48) or 16 (EUI-64) lower-case hex digits.
 * @returns 16 hex digits.
 */
export function interfaceIdOf(digits: string): string {
  const long = digits.length === 16 ? digits : `${digits.slice(0, 6)}fffe${digits.slice(6)}`;
  const first = Number.parseInt(long.slice(0, 2), 16) ^ UNIVERSAL_LOCAL;
  return first.toString(16).padStart(2, '0') + long.slice(2);
}

/** The link-local address with that identifier, in canonical form. */
export function linkLocalOf(interfaceId: string): string | null {
  return toIpv6(`fe80::${(interfaceId.match(/.{4}/g) ?? []).join(':')}`);
}
