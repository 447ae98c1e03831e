import type { AnswerPart, ExchangeFilter } from '../checked/evidence/exchange-filter.ts';

/** Sources that can be told by what was asked: the others ask for names one by one, which stand with the names. */
export function sourceParts(domain: string): AnswerPart[] {
  const part = (label: string, ...filters: ExchangeFilter[]): AnswerPart => ({ label, filters });
  return [
    part('Certificate transparency', { services: ['http'], isOperators: true }),
    part('Certificate of the domain', { services: ['tls'] }),
    part('Zone transfer', { question: { name: domain, types: ['AXFR'] } }),
    part('Chain of names (NSEC)', { question: { name: domain, types: ['NSEC'] } }, below(domain, 'NSEC')),
  ];
}

function below(name: string, type: string): ExchangeFilter {
  return { question: { name, types: [type], isBelow: true } };
}

/** The addresses of a name. */
export function namePart(name: string): AnswerPart {
  return { label: null, filters: [{ question: { name, types: ['A', 'AAAA', 'CNAME'] } }] };
}
