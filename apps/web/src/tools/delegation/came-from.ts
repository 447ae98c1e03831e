import { zoneFirst } from '@sonde/contract/tools/delegation/data/zone-text';
import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';
import type { DelegationAnswer } from './query.ts';

/** What an address of a name server was asked, and said. */
export function serverParts(
  servers: readonly Pick<DelegationAnswer['servers'][number], 'name' | 'address'>[],
): AnswerPart[] {
  return servers.flatMap(({ name, address }) =>
    address === null ? [] : [{ label: `${name} ${address}`, filters: [{ services: ['dns'], address }] }],
  );
}

/** A link of the chain: what the servers above and its own say of the delegation and the keys. */
export function zoneParts(zones: readonly { readonly name: string }[]): AnswerPart[] {
  return zones.map(({ name }) => ({
    label: zoneFirst(name),
    filters: [{ services: ['dns'], isOperators: false, question: { name, types: ['NS', 'SOA', 'DS', 'DNSKEY'] } }],
  }));
}
