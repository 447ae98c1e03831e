import { type GuardedAddress, NetFailure } from '../net.ts';
import { DNS_PORT } from '../resolver-address.ts';
import { formatAddress, parseAddress } from './ip-address.ts';

/** The only hosts that may be contacted, for a demonstration that must not reach anything else. */
export interface ClosedWorld {
  /** Where connections may go, `address:port` (an IPv6 address in brackets). */
  readonly endpoints: readonly string[];
  /** Addresses that may be pinged by ICMP. */
  readonly pings: readonly string[];
  /**
   * Addresses that are pinged by TCP handshakes, with the port: loopback answers every ICMP echo request by itself, so
   * a host that loses packets can only be shown this way.
   */
  readonly handshakes: Readonly<Record<string, number>>;
  /**
   * Where its authoritative name servers listen, in the place of 53, which needs privileges. Null where they have that
   * port, or the world has none.
   */
  readonly nameServerPort: number | null;
}

/** Restricts what the guard allows to a closed world. */
export interface WorldLimits {
  /** @throws NetFailure `denied` when none is left. */
  keepEndpoints(addresses: readonly GuardedAddress[], port: number): readonly GuardedAddress[];
  /** @throws NetFailure `denied` when none is left. */
  keepPings(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  /** The port for handshakes in place of echo requests; null for an address that is pinged as usual. */
  handshakePort(address: string): number | null;
  readonly nameServerPort: number;
}

const everywhere: WorldLimits = {
  keepEndpoints: (addresses) => addresses,
  keepPings: (addresses) => addresses,
  handshakePort: () => null,
  nameServerPort: DNS_PORT,
};

/** Without a closed world, everything that the guard allows may be contacted. */
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
  throw new NetFailure('denied', `${addresses[0]?.address ?? 'no address'} is outside of the closed world`);
}

function endpointOf({ address, family }: GuardedAddress, port: number): string {
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

function canonical(text: string): string {
  const address = parseAddress(text);
  return address === null ? text : formatAddress(address);
}
