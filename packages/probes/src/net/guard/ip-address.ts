import { isIP } from 'node:net';
import { parseIpv6, toIpv6 } from '@sonde/contract/targets/ipv6';

/** An IP address as a number: 32 bits for family 4, 128 for family 6. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** A network in CIDR form; the host bits are zero. */
export interface IpNetwork {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly prefixLength: number;
}

const CIDR = /^([^/]+)\/(\d{1,3})$/;

function widthOf(family: 4 | 6): 32 | 128 {
  return family === 4 ? 32 : 128;
}

/**
 * Reads a literal address: dotted quad (without the octal, hexadecimal and short spellings of inet_aton) or any form of
 * RFC 4291 section 2.2 without zone. Null for anything else.
 */
export function parseAddress(text: string): IpAddress | null {
  const family = isIP(text);
  if (family === 4) return { family, value: joinGroups(text.split('.').map(Number), 8n) };
  const groups = family === 6 ? parseIpv6(text) : null;
  return groups && { family: 6, value: joinGroups(groups, 16n) };
}

/** The canonical form of an address: dotted quad, or RFC 5952. */
export function formatAddress({ family, value }: IpAddress): string {
  if (family === 4) return splitGroups(value, 4, 8n).join('.');
  const full = splitGroups(value, 8, 16n)
    .map((group) => group.toString(16))
    .join(':');
  return toIpv6(full) ?? full;
}

/** The 4 or 16 bytes of an address that `parseAddress` accepts. @throws RangeError for any other text */
export function toNetworkOrder(text: string): Uint8Array {
  // Avoids BigInt: database lookups are far more frequent than comparisons of networks.
  const family = isIP(text);
  if (family === 4) return Uint8Array.from(text.split('.'), Number);
  const groups = family === 6 ? parseIpv6(text) : null;
  if (groups === null) throw new RangeError(`${text} is no address`);
  const bytes = new Uint8Array(16);
  for (const [index, group] of groups.entries()) {
    bytes[index * 2] = group >> 8;
    bytes[index * 2 + 1] = group & 0xff;
  }
  return bytes;
}

/** The address of 4 or 16 bytes; null for any other number of bytes. */
export function fromNetworkOrder(bytes: Uint8Array): IpAddress | null {
  if (bytes.length !== 4 && bytes.length !== 16) return null;
  return { family: bytes.length === 4 ? 4 : 6, value: joinGroups([...bytes], 8n) };
}

/** Reads `address/length`. Null when malformed or when host bits are set (`10.0.0.1/8`). */
export function parseCidr(text: string): IpNetwork | null {
  const [, addressText, lengthText] = CIDR.exec(text) ?? [];
  const address = addressText === undefined ? null : parseAddress(addressText);
  const prefixLength = Number(lengthText);
  if (address === null || prefixLength > widthOf(address.family)) return null;
  const network = { family: address.family, first: address.value, prefixLength };
  return address.value % sizeOf(network) === 0n ? network : null;
}

/** The network that contains only this address. */
export function networkOfAddress({ family, value }: IpAddress): IpNetwork {
  return { family, first: value, prefixLength: widthOf(family) };
}

/** True when the address is in the network; always false for different families. */
export function contains(network: IpNetwork, address: IpAddress): boolean {
  if (network.family !== address.family) return false;
  return address.value >= network.first && address.value < network.first + sizeOf(network);
}

/** True when every address of `inner` is in `outer`. */
export function covers(outer: IpNetwork, inner: IpNetwork): boolean {
  return outer.prefixLength <= inner.prefixLength && contains(outer, { family: inner.family, value: inner.first });
}

function sizeOf({ family, prefixLength }: IpNetwork): bigint {
  return 1n << BigInt(widthOf(family) - prefixLength);
}

function joinGroups(groups: readonly number[], bits: bigint): bigint {
  return groups.reduce((value, group) => (value << bits) | BigInt(group), 0n);
}

function splitGroups(value: bigint, count: number, bits: bigint): number[] {
  const mask = (1n << bits) - 1n;
  return Array.from({ length: count }, (_, index) => Number((value >> (bits * BigInt(count - 1 - index))) & mask));
}
