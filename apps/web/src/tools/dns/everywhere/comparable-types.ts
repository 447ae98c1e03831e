import type { DnsOptions } from '../options/dns-options.ts';
import { parametersOf } from '../options/dns-options.ts';

const usual = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA', 'CNAME', 'CAA'];

/**
 * The types that public resolvers can be queried for: those of the options, otherwise the usual ones and those found.
 */
export function comparableTypes(found: readonly string[], options: DnsOptions): string[] {
  const { type } = parametersOf(options);
  if (type !== undefined) return [...new Set(type.toUpperCase().split(','))];
  // Signatures and proofs of non-existence differ between servers, and no lookup queries them.
  const others = found.filter((one) => !['RRSIG', 'NSEC', 'NSEC3', ...usual].includes(one));
  const present = usual.filter((one) => found.includes(one));
  return [...new Set([...present, ...usual, ...others])];
}
