import { privateUseOf } from '../../../finding/names/private-address.ts';

interface Resolved {
  readonly resolves: boolean | null;
  readonly ipv4List: readonly string[];
  readonly ipv6List: readonly string[];
  readonly unknownFamilies: readonly string[];
}

/** A private address is part of the answer only if the operator of this server has allowed its network. */
export function hasNoPublicAddress({ resolves, ipv4List, ipv6List, unknownFamilies }: Resolved): boolean {
  const isAnyPublic = [...ipv4List, ...ipv6List].some((address) => privateUseOf(address) === null);
  return resolves === true && !isAnyPublic && unknownFamilies.length === 0;
}
