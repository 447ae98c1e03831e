import { type AddressSet, type Family, intersection, minus, networkSet, sizeOf } from './address-set.ts';

/** Public addresses: IPv4 without the ranges that are never forwarded or are multicast, and 2000::/3 (RFC 6890, RFC 4291). */
const publicAddresses = minus(
  networkSet(['0.0.0.0/0', '2000::/3']),
  networkSet([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '224.0.0.0/3',
  ]),
);

/** From this share on, the addresses are not a choice of servers any more. */
const MOST = 0.5;
/** More than a /8 of IPv4, or a /20 of IPv6: whole networks of large providers are smaller. */
const MANY: Readonly<Record<Family, number>> = { ipv4: 2 ** 24, ipv6: 2 ** 108 };

/** The share of the public addresses that is in a set; 1 only if none is missing. */
export function publicShare(set: AddressSet, family: Family): number {
  const all = sizeOf(publicAddresses[family]);
  const inside = sizeOf(intersection(set, publicAddresses)[family]);
  return inside === all ? 1 : Math.min(Number(inside) / Number(all), 1 - Number.EPSILON);
}

/** How many addresses SPF lets pass: everybody's, most, many or an ordinary number. */
export interface PassingCounts {
  readonly ipv4: number;
  readonly ipv6: number;
  readonly share4: number;
  readonly share6: number;
}

export function extentOf({ ipv4, ipv6, share4, share6 }: PassingCounts): 'all' | 'most' | 'many' | 'few' {
  if (share4 === 1 || share6 === 1) return 'all';
  if (share4 >= MOST || share6 >= MOST) return 'most';
  return ipv4 > MANY.ipv4 || ipv6 > MANY.ipv6 ? 'many' : 'few';
}

export function passingCounts(set: AddressSet): PassingCounts {
  return {
    ipv4: Number(sizeOf(set.ipv4)),
    ipv6: Number(sizeOf(set.ipv6)),
    share4: publicShare(set, 'ipv4'),
    share6: publicShare(set, 'ipv6'),
  };
}
