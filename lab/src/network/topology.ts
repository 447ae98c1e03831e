/** How a link treats packets; delay and jitter in milliseconds in each direction, loss only towards the host. */
export interface LinkQuality {
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly lossPercent: number;
}

interface Site {
  /** Third octet of its IPv4 addresses and third group of its IPv6 addresses. */
  readonly subnet: number;
  readonly hasIPv4: boolean;
  /** Default: no delay and no loss. */
  readonly link?: LinkQuality;
}

const plain = (subnet: number): Site => ({ subnet, hasIPv4: true });
const linked = (subnet: number, quality: Partial<LinkQuality>): Site => ({
  ...plain(subnet),
  link: { delayMs: 0, jitterMs: 0, lossPercent: 0, ...quality },
});

/**
 * `client` — `gateway` — `core`, and behind the core every host on its own link. The addresses are public ones, so that
 * the guard needs no exceptions for the lab; they are not used outside of it.
 */
export const hostSites = {
  resolver: plain(2),
  /** Has all addresses of the refused ranges. */
  forbidden: plain(3),
  fast: plain(10),
  far: linked(11, { delayMs: 17 }),
  near: linked(17, { delayMs: 10 }),
  lossy: linked(12, { lossPercent: 20 }),
  slow: linked(13, { delayMs: 750 }),
  jittery: linked(14, { delayMs: 10, jitterMs: 4 }),
  /** The core gives its echo replies another source address. */
  rewritten: plain(18),
  shaky: linked(31, { delayMs: 200, jitterMs: 190 }),
  /** Its round trip time exceeds every echo timeout. */
  distant: linked(16, { delayMs: 1100 }),
  v6only: { subnet: 15, hasIPv4: false },
} as const satisfies Record<string, Site>;

/** Addresses without a host, and how the core router handles packets to them, as statements of nft(8). */
export const deadEnds = {
  silent: { subnet: 20, ipv4: 'drop', ipv6: 'drop' },
  prohibited: {
    subnet: 21,
    ipv4: 'reject with icmp type admin-prohibited',
    ipv6: 'reject with icmpv6 type admin-prohibited',
  },
  unreachable: {
    subnet: 22,
    ipv4: 'reject with icmp type host-unreachable',
    ipv6: 'reject with icmpv6 type addr-unreachable',
  },
} as const;

export type HostName = keyof typeof hostSites;
export type TargetName = HostName | keyof typeof deadEnds;
export type NamespaceName = 'client' | 'gateway' | 'core' | HostName;

export const sites = Object.entries(hostSites) as [HostName, Site][];
export const namespaceNames: readonly NamespaceName[] = ['client', 'gateway', 'core', ...sites.map(([name]) => name)];

export const linkedSites = sites.flatMap(([name, { link }]) => (link ? [{ name, link }] : []));

/** Host 1 is the router of a subnet, host 2 the host in it. */
export function ipv4(subnet: number, host: 1 | 2): string {
  return `45.90.${subnet}.${host}`;
}

export function ipv6(subnet: number, host: 1 | 2): string {
  return `2a0e:97c0:${subnet.toString(16)}::${host}`;
}

export function ipv4Network(subnet: number): string {
  return `45.90.${subnet}.0/24`;
}

export function ipv6Network(subnet: number): string {
  return `2a0e:97c0:${subnet.toString(16)}::/64`;
}

/** Between client and gateway, and between gateway and core. */
export const clientSubnet = 1;
export const coreSubnet = 4;

export const networkAddresses = {
  client: { ipv4: ipv4(clientSubnet, 2), ipv6: ipv6(clientSubnet, 2) },
  gateway: { ipv4: ipv4(clientSubnet, 1), ipv6: ipv6(clientSubnet, 1) },
  core: { ipv4: ipv4(coreSubnet, 2), ipv6: ipv6(coreSubnet, 2) },
} as const;

export interface Target {
  /** In the lab's DNS. */
  readonly name: string;
  readonly ipv4: string | null;
  readonly ipv6: string;
}

export const zone = 'lab.test';

/** All hosts with names, and the addresses without a host. */
export const networkTargets: Readonly<Record<TargetName, Target>> = Object.fromEntries(
  Object.entries({ ...hostSites, ...deadEnds }).map(([name, site]) => {
    const hasIPv4 = 'hasIPv4' in site ? site.hasIPv4 : true;
    const target: Target = {
      name: `${name}.${zone}`,
      ipv4: hasIPv4 ? ipv4(site.subnet, 2) : null,
      ipv6: ipv6(site.subnet, 2),
    };
    return [name, target];
  }),
) as Record<TargetName, Target>;
