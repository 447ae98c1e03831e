import type { DnsOptions } from '../options/dns-options.ts';
import { parametersOf } from '../options/dns-options.ts';

const usual = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA', 'CNAME', 'CAA'];

/** The types that public resolvers can be asked for: those of the options, else the usual ones and those that were found. */
export function comparableTypes(found: readonly string[], options: DnsOptions): string[] {
  const { type } = parametersOf(options);
  if (type !== undefined) return [...new Set(type.toUpperCase().split(','))];
  // Signatures and proofs differ from server to server, and no lookup asks for them.
  const others = found.filter((one) => !['RRSIG', 'NSEC', 'NSEC3', ...usual].includes(one));
  const present = usual.filter((one) => found.includes(one));
  return [...new Set([...present, ...usual, ...others])];
}
