import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** The address and port of a server of the demo. */
export interface Place {
  readonly address: string;
  readonly port: number;
}

/**
 * Every host of the demo has its own address in this network. On Linux all of 127.0.0.0/8 is loopback (RFC 1122 section
 * 3.2.1.3); other systems have only 127.0.0.1 unless more addresses were added.
 */
export const WORLD_NETWORK = '127.53.0.0/16';
const EVERYWHERE = '127.0.0.1';

/** Errors that mean that an address or port is not available; the next one is then tried. */
const NOT_HERE = ['EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EINVAL'];

/** True if an error means that this address or port is not available. */
export function isNotHere(error: unknown): boolean {
  return NOT_HERE.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The address of the host with this number. */
export const hostAddress = (host: number): string => `127.53.0.${host}`;

/** Addresses and ports for the host with this number, in order of preference; port 0 means any free one. */
export function placesFor(host: number, ports: readonly number[]): readonly Place[] {
  const own = [...ports, 0].map((port) => ({ address: hostAddress(host), port }));
  return [...own, { address: EVERYWHERE, port: 0 }];
}

/** Tries to listen at each place in turn. @throws the error of the last one. */
export async function listenFirst<Listening>(
  places: readonly Place[],
  listen: (place: Place) => Promise<Listening>,
): Promise<Listening> {
  let last: unknown = new Error('no address to listen on');
  for (const place of places) {
    try {
      return await listen(place);
    } catch (error) {
      if (!isNotHere(error)) throw error;
      last = error;
    }
  }
  throw last;
}

/** Makes a TCP server listen at a place; returns the place with its port. */
export async function listenAt(server: Server, { address, port }: Place): Promise<Place> {
  server.listen({ host: address, port });
  await once(server, 'listening');
  return { address, port: (server.address() as AddressInfo).port };
}
