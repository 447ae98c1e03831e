import type { TracerouteAnswer } from '@sonde/contract/tables/traceroute';
import { toReverseName } from '@sonde/contract/targets/reverse-name';
import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';

type Hop = Pick<TracerouteAnswer['hops'][number], 'ttl' | 'answers'>;

/** The probes of a hop, and the questions for the names of those who answered. */
export function hopParts(hops: readonly Hop[]): AnswerPart[] {
  return hops.map(({ ttl, answers }) => ({
    label: `Hop ${ttl}`,
    filters: [
      { services: ['trace'], title: `Probe with TTL ${ttl}` },
      ...answers.flatMap(({ address }) => {
        const name = address === null ? null : toReverseName(address);
        return name === null ? [] : [{ isOperators: true, question: { name, types: ['PTR'] } }];
      }),
    ],
  }));
}

/** The addresses of the host. */
export function addressPart({ host }: Pick<TracerouteAnswer, 'host'>): AnswerPart {
  return { label: null, filters: [{ isOperators: true, question: { name: host, types: ['A', 'AAAA'] } }] };
}
