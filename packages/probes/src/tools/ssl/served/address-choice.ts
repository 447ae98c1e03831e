import { ToolError } from '@sonde/contract';
import { parseAddress } from '../../../net/ip-address.ts';
import type { GuardedAddress } from '../../../net/net.ts';

export interface AddressChoice {
  /** For `ConnectLimits`. @throws ToolError `invalid-input` when the chosen address is none of them */
  choose(addresses: readonly GuardedAddress[]): readonly GuardedAddress[];
  /** What it was given, in numerical order; IPv4 comes first. */
  all(): readonly GuardedAddress[];
}

/**
 * Which address of `host` is measured. Resolvers give several in another order each time: without a choice it is the lowest
 * that answers, so that a check of the same servers has the same answer. `without` are left alone.
 */
export function addressChoice(host: string, chosen: string | null, without: readonly string[] = []): AddressChoice {
  let sorted: readonly GuardedAddress[] = [];
  return {
    choose(addresses) {
      sorted = addresses.toSorted(byNumber);
      if (chosen === null) return sorted.filter(({ address }) => !without.includes(address));
      const found = sorted.filter(({ address }) => address === chosen);
      if (found.length > 0) return found;
      throw new ToolError('invalid-input', `${chosen} is none of the addresses of ${host}.`, { field: 'address' });
    },
    all: () => sorted,
  };
}

function byNumber(a: GuardedAddress, b: GuardedAddress): number {
  if (a.family !== b.family) return a.family - b.family;
  const difference = (parseAddress(a.address)?.value ?? 0n) - (parseAddress(b.address)?.value ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
