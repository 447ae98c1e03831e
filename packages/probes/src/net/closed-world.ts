import { formatAddress, parseAddress } from './ip-address.ts';
import { type GuardedAddress, NetFailure } from './net.ts';

/** The only hosts that may be contacted: a demonstration that must not reach anything else, near or far. */
export interface ClosedWorld {
  /** Where connections may lead, `address:port` (an IPv6 address in brackets). */
  readonly endpoints: readonly string[];
  /** Addresses that may be pinged by ICMP. */
  readonly pings: readonly string[];
  /**
   * Addresses that are pinged by TCP handshakes, with the port: loopback answers every ICMP echo request by itself, so
   * a host that loses packets can only be shown this way.
   */
  readonly handshakes: Readonly<Record<string, number>>;
}

/** Of addresses that the guard allows, those that may be contacted as well. */
export interface WorldLimits {
  /** @throws NetFailure `denied` when none is left. */
  keepEndpoints(addresses: readonly GuardedAddress[], port: number): readonly GuardedAddress[];
  /** @throws NetFailure `denied` when none is left. */
  keepPings(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  /** The port with which handshakes stand for echo requests; null for an address that is pinged as usual. */
  handshakePort(address: string): number | null;
}

const everywhere: WorldLimits = {
  keepEndpoints: (addresses) => addresses,
  keepPings: (addresses) => addresses,
  handshakePort: () => null,
};

/** Without a world everything may be contacted that the guard allows. */
export function createWorldLimits(world: ClosedWorld | null): WorldLimits {
  if (world === null) return everywhere;
  const endpoints = new Set(world.endpoints);
  const handshakes = new Map(Object.entries(world.handshakes).map(([address, port]) => [canonical(address), port]));
  const pings = new Set([...world.pings.map(canonical), ...handshakes.keys()]);
  return {
    keepEndpoints: (addresses, port) => keep(addresses, (address) => endpoints.has(endpointOf(address, port))),
    keepPings: (addresses) => keep(addresses, ({ address }) => pings.has(address)),
    handshakePort: (address) => handshakes.get(address) ?? null,
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
