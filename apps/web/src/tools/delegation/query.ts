import { delegation, type Reading } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import type { PreFlightTexts } from './pre-flight/pasted.ts';

export type DelegationAnswer = Reading<typeof delegation.answer>;
type Part = Reading<typeof delegation.progress>;
export type Zone = DelegationAnswer['zones'][number];
export type Server = DelegationAnswer['servers'][number];
export type Edge = DelegationAnswer['edges'][number];

/** What is known of the zones so far, from the root down. */
export type DelegationDraft = Pick<DelegationAnswer, 'zones' | 'servers' | 'edges'>;

/** Before the first zone. */
export const nothingHeard: DelegationDraft = { zones: [], servers: [], edges: [] };

/** The domain, and the unpublished servers and DS records to test, in the syntax of the query. */
export interface DelegationAsked extends Asked {
  readonly given: PreFlightTexts;
}

export function delegationLookup({
  target: domain,
  given: { servers, ds },
}: Pick<DelegationAsked, 'target' | 'given'>): LookupPartsOptions<DelegationAnswer, Part, DelegationDraft> {
  const query = { domain, ...(servers === '' ? {} : { servers }), ...(ds === '' ? {} : { ds }) };
  return {
    queryKey: ['delegation', domain, ...(servers === '' && ds === '' ? [] : [servers, ds])],
    queryFn: ({ signal, fresh, onPart }) => ask(delegation, { ...query, ...fresh }, signal, onPart),
    retry: false,
    addParts: (draft, parts) => ({
      zones: [...(draft?.zones ?? []), ...parts.map(({ zone }) => zone)],
      servers: [...(draft?.servers ?? []), ...parts.flatMap((part) => part.servers)],
      edges: [...(draft?.edges ?? []), ...parts.flatMap((part) => part.edges)],
    }),
  };
}
