import { type GuardedAddress, NetFailure } from '../net.ts';
import { DNS_PORT } from '../resolver-address.ts';
import { formatAddress, parseAddress } from './ip-address.ts';

/** The only hosts that may be contacted, for a demonstration that must reach nothing else. */
export interface ClosedWorld {
  /** Endpoints that may be connected to: `address:port` (IPv6 in brackets). */
  readonly endpoints: readonly string[];
  /** Addresses that may be pinged by ICMP. */
  readonly pings: readonly string[];
  /**
   * Addresses pinged by TCP handshake, with the port: on the loopback interface the kernel answers every echo request
   * itself, so a host that loses packets can only be simulated this way.
   */
  readonly handshakes: Readonly<Record<string, number>>;
  /**
   * Port of its authoritative name servers, instead of 53, which requires privileges. Null when they use 53 or the world has
   * none.
   */
  readonly nameServerPort: number | null;
}

/** Restricts what the guard allows to a closed world. */
export interface WorldLimits {
  /** @throws NetFailure `outside-demo` when none is left */
  keepEndpoints(addresses: readonly GuardedAddress[], port: number): readonly GuardedAddress[];
  /** @throws NetFailure `outside-demo` when none is left */
  keepPings(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  /** The port for handshakes instead of echo requests; null for an address that is pinged as usual. */
  handshakePort(address: string): number | null;
  readonly nameServerPort: number;
}

const everywhere: WorldLimits = {
  keepEndpoints: (addresses) => addresses,
  keepPings: (addresses) => addresses,
  handshakePort: () => null,
  nameServerPort: DNS_PORT,
};

/** Without a closed world, everything the guard allows may be contacted. */
export function createWorldLimits(world: ClosedWorld | null): WorldLimits {
  if (world === null) return everywhere;
  const endpoints = new Set(world.endpoints);
  const handshakes = new Map(Object.entries(world.handshakes).map(([address, port]) => [canonical(address), port]));
  const pings = new Set([...world.pings.map(canonical), ...handshakes.keys()]);
  return {
    keepEndpoints: (addresses, port) => keep(addresses, (address) => endpoints.has(endpointOf(address, port))),
    keepPings: (addresses) => keep(addresses, ({ address }) => pings.has(address)),
    handshakePort: (address) => handshakes.get(address) ?? null,
    nameServerPort: world.nameServerPort ?? DNS_PORT,
  };
}

function keep(
  addresses: readonly GuardedAddress[],
  isInside: (address: GuardedAddress) => boolean,
): readonly GuardedAddress[] {
  const kept = addresses.filter(isInside);
  if (kept.length > 0) return kept;
  throw new NetFailure('outside-demo', `${addresses[0]?.address ?? 'no address'} is outside of the closed world`);
}

function endpointOf({ address, family }: GuardedAddress, port: number): string {
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

function canonical(text: string): string {
  const address = parseAddress(text);
  return address === null ? text : formatAddress(address);
}
