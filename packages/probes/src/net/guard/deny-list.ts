import { nameAndParents, toDnsName } from '@sonde/contract/targets/domain';
import {
  contains,
  covers,
  type IpAddress,
  type IpNetwork,
  networkOfAddress,
  parseAddress,
  parseCidr,
} from './ip-address.ts';
import { plainName, reverseNetwork } from './special-use-names.ts';

/** What the operator has excluded from lookups. */
export interface DenyList {
  /** True for denied names, all names below them, and reverse names (PTR) of denied networks. */
  hasName(name: string): boolean;
  /** True when a name below this one is denied or may be, as a reverse name. */
  hasNamesBelow(name: string): boolean;
  hasAddress(address: IpAddress): boolean;
}

type DeniedTarget = { readonly name: string } | { readonly network: IpNetwork };

/** Reads a name, an address or a CIDR; null for any other text. */
export function parseDeniedTarget(text: string): DeniedTarget | null {
  const address = parseAddress(text);
  const network = address === null ? parseCidr(text) : networkOfAddress(address);
  if (network !== null) return { network };
  const name = toDnsName(text);
  return name === null ? null : { name };
}

/** @throws RangeError for a text that is none of these */
export function createDenyList(texts: readonly string[]): DenyList {
  const targets = texts.map((text) => {
    const target = parseDeniedTarget(text);
    if (target === null) throw new RangeError(`${text} is neither a name nor a network`);
    return target;
  });
  const names = new Set(targets.flatMap((target) => ('name' in target ? target.name : [])));
  const networks = targets.flatMap((target) => ('network' in target ? target.network : []));
  return {
    hasName: (name) => {
      if (targets.length === 0) return false;
      const plain = plainName(name);
      if (nameAndParents(plain).some((one) => names.has(one))) return true;
      const about = reverseNetwork(plain);
      return about !== null && networks.some((network) => covers(network, about));
    },
    hasNamesBelow: (name) => {
      const plain = plainName(name);
      return plain.endsWith('.arpa') || [...names].some((one) => one.endsWith(`.${plain}`));
    },
    hasAddress: (address) => networks.some((network) => contains(network, address)),
  };
}
