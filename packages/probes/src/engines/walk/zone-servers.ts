import type { HostFinder } from './host-addresses.ts';
import { MAX_NAMES, type NameServer, type Referred } from './name-servers.ts';

/** The servers of zones, with their addresses. */
export interface ZoneServers {
  /** The first servers of a referral, with addresses from its glue, otherwise from a separate walk. */
  of(referred: Referred): Promise<readonly NameServer[]>;
  /** A server known only by its name. */
  byName(name: string): Promise<NameServer>;
  learn(zone: string, addresses: readonly string[]): void;
}

export function createZoneServers(finder: HostFinder): ZoneServers {
  const named = async (name: string, glue: readonly string[]): Promise<NameServer> => {
    if (glue.length > 0) return { name, glue, addresses: glue, problem: null };
    const { addresses, isAlias } = await finder.addressesOf(name);
    const problem = isAlias ? 'alias' : addresses.length === 0 ? 'no-address' : null;
    return { name, glue, addresses, problem };
  };
  return {
    of: ({ ns, glue }) => {
      const glueOf = (name: string) => glue.filter((one) => one.name === name).map(({ address }) => address);
      return Promise.all(ns.slice(0, MAX_NAMES).map((name) => named(name, glueOf(name))));
    },
    byName: (name) => named(name, []),
    learn: finder.learn,
  };
}
