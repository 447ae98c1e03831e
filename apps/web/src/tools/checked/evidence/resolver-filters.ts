import { toReverseName } from '@sonde/contract/targets/reverse-name';
import type { ExchangeFilter } from './exchange-filter.ts';

/** Questions about a name to the resolvers of this server; a tool may ask name servers the same. */
export function askedResolver(name: string, ...types: string[]): ExchangeFilter {
  return { isOperators: true, question: { name, types } };
}

/** Questions for the addresses of a name. */
export const askedForAddresses = (name: string): ExchangeFilter => askedResolver(name, 'A', 'AAAA');

/** The question for the names of an address; none for a text that is no address. */
export function askedForNames(address: string): ExchangeFilter[] {
  const name = toReverseName(address);
  return name === null ? [] : [askedResolver(name, 'PTR')];
}
