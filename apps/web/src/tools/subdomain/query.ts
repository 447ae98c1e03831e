import { type Reading, type SubdomainSource, subdomain } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';

export type { SubdomainSource };
export type SubdomainAnswer = Reading<typeof subdomain.answer>;
export type ReadSubdomain = SubdomainAnswer['subdomains'][number];
type SubdomainPart = Reading<typeof subdomain.progress>;

/** The draft of a running search: the answer as far as it is known. */
export interface SubdomainDraft extends Pick<SubdomainAnswer, 'domain' | 'sources' | 'asked'> {
  /** By name, in the order of discovery. */
  readonly names: ReadonlyMap<string, ReadSubdomain>;
}

/** Retries once after three seconds: the global rule (section 9). */
export function subdomainLookup(
  domain: string,
  isAsked: boolean,
): LookupPartsOptions<SubdomainAnswer, SubdomainPart, SubdomainDraft> {
  return {
    queryKey: ['subdomain', domain],
    queryFn: ({ signal, onPart, fresh }) => ask(subdomain, { domain, ...fresh }, signal, onPart),
    // A link must not start a search by itself.
    enabled: isAsked,
    addParts: (draft, parts) => addParts(domain, draft, parts),
  };
}

/** The draft before the first part of a search. */
export function nothingFound(domain: string): SubdomainDraft {
  return { domain, names: new Map(), sources: [], asked: null };
}

function addParts(domain: string, draft: SubdomainDraft | null, parts: readonly SubdomainPart[]): SubdomainDraft {
  const names = new Map(draft?.names);
  for (const { subdomains } of parts) for (const one of subdomains) names.set(one.subdomain, one);
  const last = parts.at(-1);
  return { domain, names, sources: last?.sources ?? draft?.sources ?? [], asked: last?.asked ?? draft?.asked ?? 0 };
}
