import { addressOfReverseName } from '@sonde/contract/targets/reverse-name';
import { inBothSpellings } from '../../../ui/text/shown-text.ts';
import type { DnsAnswer } from '../query.ts';

/** What was looked up: the address of a reverse lookup, otherwise the name. */
export function targetOf({ domain }: Pick<DnsAnswer, 'domain'>): string {
  return addressOfReverseName(domain) ?? domain;
}

/** The result of a reverse lookup in words, shown before the counts; '' for the lookup of a name. */
export function reverseWords({ domain, records }: Pick<DnsAnswer, 'domain' | 'records'>): string {
  if (addressOfReverseName(domain) === null) return '';
  const rows = records.find(({ recordName }) => recordName === 'PTR')?.data ?? [];
  const names = rows.flatMap(([, name]) => (name === undefined ? [] : inBothSpellings(name)));
  const found = names.length === 0 ? '' : `${names.length > 1 ? 'Its names are' : 'Its name is'} ${names.join(', ')}. `;
  return `${found}Reverse lookup of ${domain}: `;
}
