import type { TracerouteAnswer } from '@sonde/contract/tools/traceroute/tables';
import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';
import { askedForAddresses, askedForNames } from '../checked/evidence/resolver-filters.ts';

type Hop = Pick<TracerouteAnswer['hops'][number], 'ttl' | 'answers'>;

/** The probes of a hop, and the questions for the names of those who answered. */
export function hopParts(hops: readonly Hop[]): AnswerPart[] {
  return hops.map(({ ttl, answers }) => ({
    label: `Hop ${ttl}`,
    filters: [
      { services: ['trace'], title: `Probe with TTL ${ttl}` },
      ...answers.flatMap(({ address }) => (address === null ? [] : askedForNames(address))),
    ],
  }));
}

/** The addresses of the host. */
export function addressPart({ host }: Pick<TracerouteAnswer, 'host'>): AnswerPart {
  return { label: null, filters: [askedForAddresses(host)] };
}
