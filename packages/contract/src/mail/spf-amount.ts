import type { PassingCounts } from '../mail-text/spf-share.ts';

/** The counts of an answer; one of another version may lack some. */
type Allowed = { readonly [Name in keyof PassingCounts]: number | null };

/** Counts that an answer of another version lacks are 0. */
export const countsOf = ({ ipv4, ipv6, share4, share6 }: Allowed): PassingCounts => ({
  ipv4: ipv4 ?? 0,
  ipv6: ipv6 ?? 0,
  share4: share4 ?? 0,
  share6: share6 ?? 0,
});

/** `1,024 IPv4 addresses (0.00003 % of all) and no IPv6 address`, in words that fit the size. */
export function amountText(allowed: Allowed): string {
  const { ipv4, ipv6, share4, share6 } = countsOf(allowed);
  const parts = [
    ...(ipv4 > 0
      ? [share4 === 1 ? 'every IPv4 address' : `${small(ipv4)} IPv4 ${plural(ipv4)}${percent(share4)}`]
      : []),
    ...(ipv6 > 0 ? [share6 === 1 ? 'every IPv6 address' : `${sixText(ipv6)}${percent(share6)}`] : []),
  ];
  return parts.length === 0 ? 'no address' : parts.join(' and ');
}

const plural = (count: number) => (count === 1 ? 'address' : 'addresses');
const small = (count: number) => Math.round(count).toLocaleString('en');
const percent = (share: number) => (share >= 0.001 ? ` (${(Math.min(share, 0.999) * 100).toFixed(1)} %)` : '');

/** IPv6 addresses are counted as networks of the size of a LAN or of a site, once there are that many. */
function sixText(count: number): string {
  if (count < 2 ** 64) return `${count < 1e6 ? small(count) : 'some'} IPv6 ${plural(count)}`;
  const lans = count / 2 ** 64;
  if (lans < 2 ** 16) return `${small(lans)} IPv6 ${Math.round(lans) === 1 ? 'network' : 'networks'} of size /64`;
  const sites = count / 2 ** 80;
  return `${small(sites)} IPv6 ${Math.round(sites) === 1 ? 'network' : 'networks'} of size /48`;
}
