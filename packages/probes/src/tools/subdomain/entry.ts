import { type AddressFamily, addressFamilies, type Subdomain, type SubdomainSource } from '@sonde/contract';

/** Everything known of one name. */
export interface Entry {
  readonly sources: Set<SubdomainSource>;
  readonly ipv4: Set<string>;
  readonly ipv6: Set<string>;
  /** Families for which nobody has answered, or not in full. */
  readonly unknown: Set<AddressFamily>;
  hasAddress: boolean;
  exists: boolean;
  isSettled: boolean;
}

/** A name that somebody had certified is told of, though it does not exist any more; one that records name is not. */
const certifying: ReadonlySet<SubdomainSource> = new Set(['crtsh', 'certspotter', 'certificate']);

/** Of a name that nobody has answered for yet. */
export function newEntry(): Entry {
  return {
    sources: new Set(),
    ipv4: new Set(),
    ipv6: new Set(),
    unknown: new Set(addressFamilies),
    hasAddress: false,
    exists: false,
    isSettled: false,
  };
}

/** How a name is told of; null when it does not exist, and nobody had it certified. */
export function listedAs(subdomain: string, entry: Entry): Subdomain | null {
  const { sources, ipv4, ipv6, unknown, hasAddress, exists } = entry;
  if (!exists && ![...sources].some((source) => certifying.has(source))) return null;
  return {
    subdomain,
    ipv4List: [...ipv4],
    ipv6List: [...ipv6],
    unknownFamilies: [...unknown].sort(),
    sources: [...sources],
    resolves: hasAddress ? true : unknown.size === 0 ? false : null,
  };
}
