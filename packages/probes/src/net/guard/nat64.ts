import { type IpAddress, type IpNetwork, parseAddress, parseCidr } from './ip-address.ts';

/** RFC 6052 section 2.2 */
const PREFIX_LENGTHS: readonly number[] = [32, 40, 48, 56, 64, 96];
/** Bits 64 to 71 hold no part of the IPv4 address (RFC 6052 section 2.2). */
const U_OCTET_START = 64;
const U_OCTET_END = 72;
/** The addresses of `ipv4only.arpa` (RFC 7050 section 8.2): 192.0.0.170 and 192.0.0.171. */
const wellKnown: readonly bigint[] = ['192.0.0.170', '192.0.0.171'].flatMap((text) => parseAddress(text)?.value ?? []);

/** A prefix under which a NAT64 reaches IPv4; null if the text is none. */
export function parseTranslationPrefix(text: string): IpNetwork | null {
  const network = parseCidr(text);
  return network?.family === 6 && PREFIX_LENGTHS.includes(network.prefixLength) ? network : null;
}

/**
 * The IPv4 address that a NAT64 with this prefix reaches by an address below it. Translators ignore what follows it, and may
 * ignore bits 64 to 71.
 */
export function embeddedIpv4({ value }: IpAddress, prefixLength: number): IpAddress {
  let [ipv4, position, missing] = [0n, prefixLength, 32];
  while (missing > 0) {
    if (position === U_OCTET_START) position = U_OCTET_END;
    ipv4 = (ipv4 << 8n) | ((value >> BigInt(120 - position)) & 0xffn);
    position += 8;
    missing -= 8;
  }
  return { family: 4, value: ipv4 };
}

/**
 * The prefixes that an IPv6 address of `ipv4only.arpa` reveals (RFC 7050 section 3): the zone has none itself, so it was made
 * by the NAT64 of this network.
 */
export function revealedPrefixes(address: IpAddress): readonly IpNetwork[] {
  if (address.family !== 6) return [];
  return PREFIX_LENGTHS.filter((length) => wellKnown.includes(embeddedIpv4(address, length).value)).map(
    (prefixLength) => {
      const hostBits = BigInt(128 - prefixLength);
      return { family: 6, first: (address.value >> hostBits) << hostBits, prefixLength };
    },
  );
}
