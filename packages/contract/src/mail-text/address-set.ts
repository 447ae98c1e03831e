import { isIpv4 } from '../targets/ipv4.ts';
import { parseIpv6, toIpv6 } from '../targets/ipv6.ts';

/** Address numbers in order, each range with both ends, without overlaps. */
export type Ranges = readonly (readonly [first: bigint, last: bigint])[];

/** A set of addresses, by family. */
export interface AddressSet {
  readonly ipv4: Ranges;
  readonly ipv6: Ranges;
}

export type Family = keyof AddressSet;
export const families: readonly Family[] = ['ipv4', 'ipv6'];

const widthOf: Readonly<Record<Family, bigint>> = { ipv4: 32n, ipv6: 128n };

export const noAddress: AddressSet = { ipv4: [], ipv6: [] };
export const everyAddress: AddressSet = {
  ipv4: [[0n, (1n << 32n) - 1n]],
  ipv6: [[0n, (1n << 128n) - 1n]],
};

/** The set of networks such as `192.0.2.0/24`, or of addresses; host bits are ignored, as SPF does. Other texts count as nothing. */
export function networkSet(networks: readonly string[]): AddressSet {
  const found: Record<Family, (readonly [bigint, bigint])[]> = { ipv4: [], ipv6: [] };
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    const value = numberOf(address);
    if (value === null) continue;
    const free = widthOf[family] - BigInt(length ?? widthOf[family]);
    const first = (value >> free) << free;
    found[family].push([first, first + (1n << free) - 1n]);
  }
  return { ipv4: inOrder(found.ipv4), ipv6: inOrder(found.ipv6) };
}

function numberOf(address: string): bigint | null {
  const groups = isIpv4(address) ? address.split('.').map(Number) : parseIpv6(address);
  if (groups === null) return null;
  const bits = groups.length === 4 ? 8n : 16n;
  return groups.reduce((value, group) => (value << bits) | BigInt(group), 0n);
}

/** Sorted, with overlapping and adjacent ranges joined. */
function inOrder(ranges: Ranges): Ranges {
  const joined: [bigint, bigint][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const before = joined.at(-1);
    if (before === undefined || first > before[1] + 1n) joined.push([first, last]);
    else if (last > before[1]) before[1] = last;
  }
  return joined;
}

const byFamily = (work: (family: Family) => Ranges): AddressSet => ({ ipv4: work('ipv4'), ipv6: work('ipv6') });

export function union(sets: readonly AddressSet[]): AddressSet {
  return byFamily((family) => inOrder(sets.flatMap((set) => set[family])));
}

export function minus(one: AddressSet, other: AddressSet): AddressSet {
  return byFamily((family) => rangesMinus(one[family], other[family]));
}

export function intersection(one: AddressSet, other: AddressSet): AddressSet {
  return minus(one, minus(one, other));
}

function rangesMinus(ranges: Ranges, removed: Ranges): Ranges {
  const left: (readonly [bigint, bigint])[] = [];
  let at = 0;
  for (const [first, last] of ranges) {
    let from = first;
    while (at < removed.length && (removed[at]?.[1] ?? 0n) < from) at += 1;
    for (let next = at; next < removed.length; next += 1) {
      const [start, end] = removed[next] ?? [last, last];
      if (start > last) break;
      if (start > from) left.push([from, start - 1n]);
      from = end + 1n;
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}

export function isEmpty({ ipv4, ipv6 }: AddressSet): boolean {
  return ipv4.length === 0 && ipv6.length === 0;
}

/** Number of ranges, as a measure of how long operations take. */
export function rangeCount({ ipv4, ipv6 }: AddressSet): number {
  return ipv4.length + ipv6.length;
}

/** How many addresses there are. */
export function sizeOf(ranges: Ranges): bigint {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1n, 0n);
}

/** The address that `isIpv4` or `parseIpv6` accepts is in the set. */
export function hasAddress(set: AddressSet, address: string): boolean {
  const value = numberOf(address);
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  return value !== null && set[family].some(([first, last]) => first <= value && value <= last);
}

/** The networks of which the set consists, the largest first, at most `most` of each family. */
export function networksOf(set: AddressSet, most: number): string[] {
  return families.flatMap((family) =>
    set[family]
      .flatMap((range) => networksOfRange(range, family, most))
      .toSorted((a, b) => a.length - b.length)
      .slice(0, most)
      .map(({ first, length }) => textOf(family, first, length)),
  );
}

interface Network {
  readonly first: bigint;
  /** Prefix length. */
  readonly length: number;
}

/** Splits a range at the borders of networks, and keeps at most `most` of the largest. */
function networksOfRange([first, last]: readonly [bigint, bigint], family: Family, most: number): Network[] {
  const width = widthOf[family];
  const networks: Network[] = [];
  // A range has fewer than two networks of each prefix length.
  for (let from = first; from <= last; ) {
    let free = 0n;
    while (free < width && ((from >> free) & 1n) === 0n && from + (1n << (free + 1n)) - 1n <= last) free += 1n;
    networks.push({ first: from, length: Number(width - free) });
    from += 1n << free;
  }
  return networks.toSorted((a, b) => a.length - b.length).slice(0, most);
}

function textOf(family: Family, first: bigint, length: number): string {
  const [count, bits] = family === 'ipv4' ? [4, 8n] : [8, 16n];
  const groups = Array.from({ length: count }, (_, index) =>
    Number((first >> (bits * BigInt(count - 1 - index))) & ((1n << bits) - 1n)),
  );
  const address = family === 'ipv4' ? groups.join('.') : groups.map((group) => group.toString(16)).join(':');
  const text = family === 'ipv4' ? address : (toIpv6(address) ?? address);
  return length === Number(widthOf[family]) ? text : `${text}/${length}`;
}
