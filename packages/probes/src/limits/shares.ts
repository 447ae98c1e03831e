/**
 * As how many clients one /48 network counts. It is the largest network assigned to one customer (RFC 6177) and contains
 * 65,536 networks that would each count as a client; a campus needs more than one.
 */
export const CLIENTS_PER_SITE = 4;

const CLIENT_SUFFIX = '::/64';

/** The /48 network of an IPv6 client, given the client's name; null for an IPv4 address. */
export function siteOf(client: string): string | null {
  if (!client.endsWith(CLIENT_SUFFIX)) return null;
  return `${client.slice(0, client.lastIndexOf(':', client.length - CLIENT_SUFFIX.length - 1))}::/48`;
}

/** Counts how much each client holds. */
export interface Shares {
  add(client: string): void;
  remove(client: string): void;
  /** How much the client itself holds. */
  ownOf(client: string): number;
  /** How much the client holds, or its share of what its /48 network holds, whichever is more. */
  of(client: string): number;
}

export function createShares(): Shares {
  const counts = new Map<string, number>();

  function change(name: string, by: number): void {
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  }

  function changeBoth(client: string, by: number): void {
    change(client, by);
    const site = siteOf(client);
    if (site !== null) change(site, by);
  }

  const ownOf = (client: string) => counts.get(client) ?? 0;
  return {
    ownOf,
    add: (client) => changeBoth(client, 1),
    remove: (client) => changeBoth(client, -1),
    of(client) {
      const own = ownOf(client);
      const site = siteOf(client);
      return site === null ? own : Math.max(own, (counts.get(site) ?? 0) / CLIENTS_PER_SITE);
    },
  };
}
