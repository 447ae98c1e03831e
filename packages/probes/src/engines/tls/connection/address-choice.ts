import { ToolError } from '@sonde/contract';
import { parseAddress } from '../../../net/guard/ip-address.ts';
import type { GuardedAddress } from '../../../net/net.ts';

export interface AddressChoice {
  /** For `ConnectLimits`. @throws ToolError `invalid-input` when the chosen address is not among them */
  choose(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  /** All addresses, in numerical order, IPv4 first. */
  all(): readonly GuardedAddress[];
}

/**
 * Decides which address of `host` is measured. Since resolvers rotate addresses, the lowest one that accepts is used unless
 * one is chosen, so that repeated checks have the same answer. Addresses in `without` are skipped.
 */
export function addressChoice(host: string, chosen: string | null, without: readonly string[] = []): AddressChoice {
  let sorted: readonly GuardedAddress[] = [];
  return {
    choose(addresses) {
      sorted = addresses.toSorted(byNumber);
      if (chosen === null) return sorted.filter(({ address }) => !without.includes(address));
      const found = sorted.filter(({ address }) => address === chosen);
      if (found.length > 0) return found;
      throw new ToolError('invalid-input', `${chosen} is not an address of ${host}.`, { field: 'address' });
    },
    all: () => sorted,
  };
}

function byNumber(a: GuardedAddress, b: GuardedAddress): number {
  if (a.family !== b.family) return a.family - b.family;
  const difference = (parseAddress(a.address)?.value ?? 0n) - (parseAddress(b.address)?.value ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
