import { toReverseName } from '@sonde/contract/targets/reverse-name';
import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';
import type { GeoAnswer } from './query.ts';

/** The addresses of a name. */
export function addressesPart({ target }: Pick<GeoAnswer, 'target'>): AnswerPart {
  return { label: null, filters: [{ isOperators: true, question: { name: target, types: ['A', 'AAAA'] } }] };
}

/** What is not from the databases of the server: the name in the reverse tree, or the answer of a service. */
export function locationParts(ip: string, { resultSource }: Pick<GeoAnswer, 'resultSource'>): AnswerPart[] {
  const name = toReverseName(ip);
  const service: AnswerPart = { label: 'Location', filters: [{ services: ['http'], isOperators: true }] };
  return [
    ...(resultSource === 'query' ? [service] : []),
    ...(name === null
      ? []
      : [{ label: 'Hostname', filters: [{ isOperators: true, question: { name, types: ['PTR'] } }] }]),
  ];
}
