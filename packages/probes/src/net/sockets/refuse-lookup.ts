import { NetFailure } from '../net.ts';

/** The `lookup` function of sockets that may only connect to a literal address. */
export function refuseLookup(hostname: string): never {
  throw new NetFailure('unreachable', `${hostname} reached a socket without having been resolved by the guard`);
}
