import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';
import { askedForAddresses, askedForNames } from '../checked/evidence/resolver-filters.ts';
import type { GeoAnswer } from './query.ts';

/** The addresses of a name. */
export function addressesPart({ target }: Pick<GeoAnswer, 'target'>): AnswerPart {
  return { label: null, filters: [askedForAddresses(target)] };
}

/** What is not from the databases of the server: the name in the reverse tree, or the answer of a service. */
export function locationParts(ip: string, { resultSource }: Pick<GeoAnswer, 'resultSource'>): AnswerPart[] {
  const service: AnswerPart = { label: 'Location', filters: [{ services: ['http'], isOperators: true }] };
  const hostname = askedForNames(ip);
  return [
    ...(resultSource === 'query' ? [service] : []),
    ...(hostname.length > 0 ? [{ label: 'Hostname', filters: hostname }] : []),
  ];
}
