import { covers, type IpNetwork } from './ip-address.ts';
import { networkOf } from './special-use.ts';

/**
 * Name spaces of local networks. `test`, `example` and `invalid` (RFC 6761) are not listed: only test environments resolve
 * them.
 */
const localNames: readonly string[] = [
  'localhost', // RFC 6761 section 6.3
  'local', // RFC 6762
  'internal', // reserved by ICANN for private use in 2024 (SAC113)
  'home.arpa', // RFC 8375
  'onion', // RFC 7686
  'alt', // RFC 9476
  // RFC 6762 appendix G
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'localdomain', // the default domain of many systems
  'svc', // services of a Kubernetes cluster
];

/** Networks whose reverse zones are answered only by resolvers inside them (RFC 6303). */
const localNetworks = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
].map(networkOf);

/** True for names in a local name space, in any case, with or without the final dot. */
export function isLocalName(name: string): boolean {
  const plain = plainName(name);
  return localNames.some((local) => plain === local || plain.endsWith(`.${local}`));
}

/** The local network of a name in the reverse tree (RFC 1035 section 3.5, RFC 3596 section 2.5), or null. */
export function localNetworkOfReverseName(name: string): IpNetwork | null {
  const network = reverseNetwork(plainName(name));
  return network !== null && localNetworks.some((local) => covers(local, network)) ? network : null;
}

/** Lower case, no final dot, escapes resolved (RFC 1035 section 5.1), so that `\108ocalhost` becomes `localhost`. */
export function plainName(name: string): string {
  return name
    .replace(/\\(\d{3}|.)/gs, (_, escaped: string) =>
      escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped,
    )
    .replace(/\.$/, '')
    .toLowerCase();
}

/**
 * The network of a plain name in the reverse tree, or null. Labels are read from the right as long as they are part of an
 * address: RFC 2317 adds other labels below.
 */
export function reverseNetwork(name: string): IpNetwork | null {
  const [, below, zone] = /^(?:(.*)\.)?(in-addr|ip6)\.arpa$/s.exec(name) ?? [];
  if (zone === undefined || below === undefined) return null;
  const labels = below.split('.').reverse();
  return zone === 'ip6' ? networkOfParts(6, labels, /^[\da-f]$/, 16) : networkOfParts(4, labels, /^\d{1,3}$/, 10);
}

function networkOfParts(family: 4 | 6, labels: readonly string[], part: RegExp, radix: 10 | 16): IpNetwork | null {
  const [bits, most] = family === 4 ? [8, 4] : [4, 32];
  const end = labels.findIndex((label) => !part.test(label) || Number.parseInt(label, radix) >= 1 << bits);
  const parts = labels.slice(0, end === -1 ? most : Math.min(end, most));
  if (parts.length === 0) return null;
  const number = parts.reduce((value, label) => (value << BigInt(bits)) | BigInt(Number.parseInt(label, radix)), 0n);
  return { family, first: number << BigInt(bits * (most - parts.length)), prefixLength: bits * parts.length };
}
