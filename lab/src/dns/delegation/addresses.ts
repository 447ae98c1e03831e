import type { HostName } from '../../network/topology.ts';

/** Programs of other projects. `recursor` allows recursion for every client. */
export const programKinds = {
  rootA: 'bind',
  rootB: 'knot',
  topA: 'nsd',
  topB: 'knot',
  bind: 'bind',
  knot: 'knot',
  nsd: 'nsd',
  recursor: 'bind',
} as const;

export type ProgramName = keyof typeof programKinds;

/**
 * The name servers of the delegation world. Each has an IPv4 and an IPv6 address in a network of its own, unless
 * sharing a network is the point. `program` is the software that answers there; null for none.
 */
interface WorldServer {
  readonly ipv4: string;
  readonly ipv6: string;
  readonly program: ProgramName | null;
}

const site = (number: number, program: ProgramName | null, host = 1): WorldServer => ({
  ipv4: `45.91.${number}.${host}`,
  ipv6: `2a0e:97c1:${number}::${host}`,
  program,
});

export const worldServers = {
  rootA: site(1, 'rootA'),
  rootB: site(2, 'rootB'),
  topA: site(3, 'topA'),
  topB: site(4, 'topB'),
  bind: site(11, 'bind'),
  knot: site(12, 'knot'),
  nsd: site(13, 'nsd'),
  /** In the same network as `knot`. */
  knotBeside: site(12, 'knot', 2),
  /** A firewall in front of these servers rejects TCP, or drops UDP. */
  noTcp: site(21, 'knot'),
  noUdp: site(22, 'knot'),
  /** A firewall in front of this one drops answers over UDP that have more than 512 octets. */
  smallUdp: site(25, 'knot'),
  recursor: site(23, 'recursor'),
  /** Nothing listens there. */
  nobody: site(24, null),
  /** Relays of the lab in front of Knot, which handle EDNS(0) like old servers and firewalls. */
  noEdns: site(31, null),
  noDnssec: site(32, null),
  formerr: site(33, null),
  silentOnEdns: site(34, null),
  notAuthoritative: site(35, null),
  nameError: site(36, null),
  apexAlias: site(37, null),
  flooding: site(38, null),
  noOptions: site(39, null),
  aliasOnRequest: site(40, null),
} as const satisfies Record<string, WorldServer>;

export type WorldServerName = keyof typeof worldServers;

/** Each hostile server has one address, numbered in the order of their list. */
export const hostileAddress = (index: number) => `45.91.${100 + index}.1`;

/**
 * Networks routed to the host of all servers; they do not overlap the refused ranges and the other hosts of the lab.
 */
export const worldNetworks = { ipv4: '45.91.0.0/16', ipv6: '2a0e:97c1::/32' } as const;

/** Hosts of the network lab on which the servers can run: without delay, or 10 ms away. */
export type WorldHost = Extract<HostName, 'fast' | 'near'>;

export function addressesOf(program: ProgramName): string[] {
  return Object.values(worldServers).flatMap((one: WorldServer) =>
    one.program === program ? [one.ipv4, one.ipv6] : [],
  );
}
