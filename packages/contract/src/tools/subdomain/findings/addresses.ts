import { privateUseOf } from '../../../finding/names/private-address.ts';

interface Resolved {
  readonly resolves: boolean | null;
  readonly ipv4List: readonly string[];
  readonly ipv6List: readonly string[];
  readonly unknownFamilies: readonly string[];
}

/** A private address is part of the answer only if the operator of this server has allowed its network. */
export function hasHiddenAddress({ resolves, ipv4List, ipv6List, unknownFamilies }: Resolved): boolean {
  return resolves === true && ipv4List.length + ipv6List.length + unknownFamilies.length === 0;
}

export function hasPrivateAddress({ ipv4List, ipv6List, unknownFamilies }: Resolved): boolean {
  const all = [...ipv4List, ...ipv6List];
  return all.length > 0 && unknownFamilies.length === 0 && all.every((address) => privateUseOf(address) !== null);
}
