import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Where something of the world listens. */
export interface Place {
  readonly address: string;
  readonly port: number;
}

/**
 * Every host of the world has an address of its own in here. On Linux all of 127.0.0.0/8 is loopback (RFC 1122 section
 * 3.2.1.3); other systems have 127.0.0.1 alone unless somebody has added more.
 */
export const WORLD_NETWORK = '127.53.0.0/16';
const EVERYWHERE = '127.0.0.1';

/** What only says that a place cannot be had: then the next one is tried. */
const NOT_HERE = ['EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EINVAL'];

/** The address of the host with this number. */
export const hostAddress = (host: number): string => `127.53.0.${host}`;

/** Places for the host with this number, the best first; port 0 is any free one. */
export function placesFor(host: number, ports: readonly number[]): readonly Place[] {
  const own = [...ports, 0].map((port) => ({ address: hostAddress(host), port }));
  return [...own, { address: EVERYWHERE, port: 0 }];
}

/** Tries to listen at each place in turn. @throws what the last of them fails with. */
export async function listenFirst<Listening>(
  places: readonly Place[],
  listen: (place: Place) => Promise<Listening>,
): Promise<Listening> {
  let last: unknown = new Error('there is no place to listen at');
  for (const place of places) {
    try {
      return await listen(place);
    } catch (error) {
      if (!NOT_HERE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      last = error;
    }
  }
  throw last;
}

/** Has a TCP server listen at a place; gives the place with its port. */
export async function listenAt(server: Server, { address, port }: Place): Promise<Place> {
  server.listen({ host: address, port });
  await once(server, 'listening');
  return { address, port: (server.address() as AddressInfo).port };
}
