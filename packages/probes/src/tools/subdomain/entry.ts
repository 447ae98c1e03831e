import { type AddressFamily, addressFamilies, type Subdomain, type SubdomainSource } from '@sonde/contract';

/** Everything known about one name. */
export interface Entry {
  readonly sources: Set<SubdomainSource>;
  readonly ipv4: Set<string>;
  readonly ipv6: Set<string>;
  /** In the order in which they are followed. */
  aliases: readonly string[];
  /** Address families without a complete reply. */
  readonly unknown: Set<AddressFamily>;
  hasAddress: boolean;
  exists: boolean;
  isSettled: boolean;
}

/** A name from a certificate is listed even if it no longer exists; a name from other records is not. */
const certifying: ReadonlySet<SubdomainSource> = new Set(['crtsh', 'certspotter', 'certificate']);

/** The entry of a name without any reply so far. */
export function newEntry(): Entry {
  return {
    sources: new Set(),
    ipv4: new Set(),
    ipv6: new Set(),
    aliases: [],
    unknown: new Set(addressFamilies),
    hasAddress: false,
    exists: false,
    isSettled: false,
  };
}

/** The name as it is listed; null when it neither exists nor is in a certificate. */
export function listedAs(subdomain: string, entry: Entry): Subdomain | null {
  const { sources, ipv4, ipv6, aliases, unknown, hasAddress, exists } = entry;
  if (!exists && ![...sources].some((source) => certifying.has(source))) return null;
  return {
    subdomain,
    ipv4List: [...ipv4],
    ipv6List: [...ipv6],
    unknownFamilies: [...unknown].sort(),
    aliases: [...aliases],
    sources: [...sources],
    resolves: hasAddress ? true : unknown.size === 0 ? false : null,
  };
}
