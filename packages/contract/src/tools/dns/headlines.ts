import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { dns } from './contract.ts';

/** Further values are only counted. */
const SHOWN_VALUES = 4;

/** What a reader looks for first. */
export function dnsHeadlines({ records }: ReadAnswerOf<typeof dns>): HeadFact[] {
  const valuesOf = (...types: readonly string[]) =>
    records
      .filter(({ recordName }) => types.includes(recordName))
      // The first column is the name and the last one the TTL.
      .flatMap(({ data }) => data.map((cells) => cells.slice(1, -1).join(' ')));
  const listed = (values: readonly string[]) => {
    const more = values.length - SHOWN_VALUES;
    return [...values.slice(0, SHOWN_VALUES), ...(more > 0 ? [`${more} more`] : [])].join(', ') || null;
  };
  return [
    headFact('Addresses', listed(valuesOf('A', 'AAAA'))),
    headFact('Mail servers', listed(valuesOf('MX'))),
    headFact('Name servers', listed(valuesOf('NS'))),
  ];
}
